"""Error against cost of every method, on examples that run free and with an input that changes at every communication point.

measure() makes the numbers, page() and plot() show them. A part of ./build/bench, which exports and runs the units.
"""
import math
import re

# Name, stop (short enough that motion is neither chaotic nor at rest), what is added to its forces, input and its largest value.
EXAMPLES = [
    ("slider_crank", 3.0, "push: {type: torque, joint: pin, input: push, start: 0}", ("push", 4.0)),
    ("double_four_bar", 3.0, "push: {type: torque, joint: foot0, input: push, start: 0}", ("push", 4.0)),
    ("four_bar", 2.0, None, ("motor_torque", 1.0)),
    ("andrews_squeezer", 0.03, "push: {type: torque, joint: beta, input: push, start: 0}", ("push", 0.03)),
    ("double_pendulum", 2.0, "push: {type: torque, joint: pin, input: push, start: 0}", ("push", 400.0)),
    ("bricard", 0.8, "push: {type: torque, joint: a, input: push, start: 0}", ("push", 2.0)),
    ("heavy_top", 0.5, "push: {type: force, body: top, at: [0, 1, 0], direction: [1, 0, 0], input: push, start: 0}", ("push", 100.0)),
    ("cardan_shaft", 0.25, None, ("motor_torque", 24.0)),
    ("excavator", 0.15, None, ("boom_force", 330000.0)),
    ("stewart_platform", 0.1, None, ("force1", 300.0)),
]
KINDS = {"free": "run free", "input": "an input changes at every communication point"}
CALLS = {"free": 8, "input": 80}  # communication points; motion is compared at eight of them
TOLERANCES = [10.0 ** -k for k in range(3, 11)]
REFERENCES = [("dop853", 1e-12), ("radau", 1e-12), ("bdf", 1e-12)]  # the first that ends is the reference, the next tells how good it is
SECONDS = 8.0                  # CPU time of a reference
DEAR, AT_LEAST = 6.0, 0.02     # a run may take so many times what auto takes, and so many seconds more
REPEAT = 0.01                  # a run is made again until all of them took so many seconds
COUNTED, LONGER = 0.02, 3.0     # seconds of runs that are counted, and their work beside that of the loosest
PROMISE = 1.5                  # auto over the best
STILL = 1e-9                   # m, rad or their rates: no motion
KNOWN = 3.0                    # errors are known where they are so many times what references differ by


# ---- running

def with_force(text, force):
    """the mechanism with one force more"""
    if force is None:
        return text
    if re.search(r"^forces:", text, re.M):
        return re.sub(r"^forces:.*$", lambda m: m.group(0) + "\n  " + force, text, count=1, flags=re.M)
    return re.sub(r"^joints:", "forces:\n  " + force + "\njoints:", text, count=1, flags=re.M)


def quantity(name):
    """which quantity of the motion of a body a variable is; None: none"""
    found = re.fullmatch(r"bodies\.(?:.+)\.(x|y|z|vx|vy|vz|angle|speed|e0|e1|e2|e3|wx|wy|wz)", name)
    return {"s": "w", "a": "a"}.get(found.group(1)[0], found.group(1)[0]).replace("y", "x").replace("z", "x") if found else None


def without_signs(names, samples):
    """a quaternion and its negative are one orientation: in the place of each of its numbers, the product with the next one"""
    def of(sample):
        value = dict(zip(names, sample))
        return [x * value[n[:-1] + str((int(n[-1]) + 1) % 4)] if quantity(n) == "e" else x for n, x in zip(names, sample)]
    return [of(s) for s in samples]


def ranges(names, samples):
    """of each variable: the largest range that one of its quantity has; 0 where that is rounding, as of centres that stay where they are"""
    most = {}
    for k, name in enumerate(names):
        values = [s[k] for s in samples]
        most[quantity(name)] = max(most.get(quantity(name), 0.0), max(values) - min(values))
    return [most[quantity(name)] if most[quantity(name)] > STILL else 0.0 for name in names]


def distance(one, other, spans):
    return max(abs(a - b) / r for s, o in zip(one, other) for a, b, r in zip(s, o, spans) if r > 0)


class Case:
    """one mechanism, free or with an input"""
    def __init__(self, bench, unit, stop, kind, wave):
        self.bench, self.unit, self.stop = bench, unit, stop
        self.step = stop / CALLS[kind]
        self.wave = (wave[0], wave[1], stop) if kind == "input" else None
        self.names = [n for n in unit["variables"] if quantity(n)]
        runs = [(m, self.run(m, t, SECONDS)) for m, t in REFERENCES]
        self.good = [(m, r["samples"]) for m, r in runs if r]
        if len(self.good) >= 2:
            self.spans = ranges(self.names, self.good[0][1])
            self.floor = distance(self.good[0][1], self.good[1][1], self.spans)

    def run(self, method, tolerance, seconds, repeat=None):
        r = self.bench.run(self.unit, self.stop, self.step, method, tolerance, wave=self.wave, samples=self.names, limit=seconds, repeat=repeat)
        return {**r, "samples": without_signs(self.names, r["samples"])} if r else None

    def cell(self, method, tolerance, seconds):
        """error and what the run took; None: too dear, or it failed"""
        r = self.run(method, tolerance, seconds, None if self.bench.valgrind else REPEAT)
        return {"error": max(distance(r["samples"], self.good[0][1], self.spans), self.floor), "seconds": r["fastest"],
                **{k: r[k] for k in ("steps", "rejected", "factorizations", "iterations")}} if r else None

    def count(self, cells):
        """instructions of the runs that say what the others take"""
        wanted = [(m, t) for m, mine in cells.items() for t in counted_ones(m, {t: c for t, c in mine.items() if c})]
        counts = self.bench.count(self.unit, self.stop, self.step, [(m, float(t)) for m, t in wanted], self.wave)
        for (method, tolerance), instructions in zip(wanted, counts):
            cells[method][tolerance]["instructions"] = instructions


def units(cell):
    """of work: steps tried, factorizations, iterations"""
    return cell["factorizations"] + cell["iterations"] + cell["steps"] + cell["rejected"]


def counted_ones(method, cells):
    """the loosest, and the tightest of short runs that takes no more than three times its work; of auto, which mixes methods, all"""
    if method == "auto":
        return list(cells)
    first = next(iter(cells.values()), None)
    some = [t for t, c in cells.items() if (c is first or c["seconds"] <= COUNTED) and units(c) <= LONGER * units(first)]
    return list(dict.fromkeys(some[:1] + some[-1:]))


def price(cells):
    """cost of each run of a method: instructions, where they were not counted in line with the two nearest in work that were; without any, seconds"""
    known = sorted((units(c), c["instructions"]) for c in cells.values() if c and "instructions" in c)
    for cell in [c for c in cells.values() if c]:
        if "instructions" in cell or not known:
            cell["cost"] = cell.get("instructions", cell["seconds"])
            continue
        (u0, i0), (u1, i1) = (known[0], known[0]) if len(known) == 1 else known[-2:] if units(cell) > known[-1][0] else (known[0], known[-1])
        rise = (i1 - i0) / (u1 - u0) if u1 > 1.2 * u0 else i1 / u1
        cell["cost"] = i1 + rise * (units(cell) - u1)


def measure(bench, example, machine, names, kept):
    """rows of all examples; where some are named, of those, and of the others as they were kept"""
    examples = [("slider_crank", 0.5) + EXAMPLES[0][2:]] if bench.quick else [e for e in EXAMPLES if not names or e[0] in names]
    order = [e[0] for e in EXAMPLES]
    rows = [r for r in kept if names and r["problem"] in order and r["problem"] not in names]
    for name, stop, force, wave in examples:
        unit = bench.export("precision_" + name, with_force(example(name), force))
        methods = ["auto", "radau", "dop853"] if bench.quick else unit["methods"]
        for kind in KINDS:
            case = Case(bench, unit, stop, kind, wave)
            if len(case.good) < 2:
                raise SystemExit(f"{name}: no two references")
            cells, out = {m: {} for m in methods}, set()
            for tolerance in TOLERANCES[:2] if bench.quick else TOLERANCES:
                for method in ["auto"] + [m for m in methods if m != "auto" and m not in out]:
                    auto = cells["auto"].get(repr(tolerance))
                    limit = SECONDS if method == "auto" or auto is None else DEAR * auto["seconds"] + AT_LEAST
                    cells[method][repr(tolerance)] = case.cell(method, tolerance, limit)
                    if cells[method][repr(tolerance)] is None:
                        out.add(method)
            case.count(cells)
            for mine in cells.values():
                price(mine)
            rows.append({"machine": machine, "problem": name, "kind": kind, "stop": stop, "reference": case.good[0][0], "second": case.good[1][0],
                         "floor": case.floor, "cells": cells})
            print(f"  {name}, {KINDS[kind]}: {case.good[0][0]} and {case.good[1][0]} differ by {case.floor:.1g}", flush=True)
            for line in ratio_lines([rows[-1]]):
                print("   ", *line[1:], flush=True)
    return sorted(rows, key=lambda r: order.index(r["problem"]))


# ---- what they come to

def points(cells):
    """error and cost, from the loosest tolerance on"""
    return [(c["error"], c["cost"]) for _, c in sorted(cells.items(), key=lambda x: -float(x[0])) if c]


def cost_at(curve, error):
    """the least cost at which a method has this error, along its curve; None: it has none as small"""
    best = [cost for e, cost in curve if e <= error]
    for (e0, c0), (e1, c1) in zip(curve, curve[1:]):
        if min(e0, e1) < error < max(e0, e1):
            part = math.log(error / e0) / math.log(e1 / e0)
            best.append(math.exp(math.log(c0) + part * math.log(c1 / c0)))
    return min(best, default=None)


def ratio(row, tolerance):
    """auto over the best of the others at the error that auto has: the ratio, and that method"""
    cell = row["cells"]["auto"].get(tolerance)
    if not cell:
        return None
    others = [(m, c) for m, c in row["cells"].items() if m != "auto"]
    if cell["error"] <= KNOWN * row["floor"]:
        # no reference tells such errors apart
        costs = [(c[tolerance]["cost"], m) for m, c in others if c.get(tolerance) and c[tolerance]["error"] <= KNOWN * row["floor"]]
    else:
        costs = [(cost_at(points(c), cell["error"]), m) for m, c in others]
    costs = [c for c in costs if c[0]]
    return (cell["cost"] / min(costs)[0], min(costs)[1]) if costs else None


def cheapest(rows):
    """In how many runs each of the other methods is the best, most first."""
    found = [x[1] for r in rows for t in tolerances(rows) for x in [ratio(r, t)] if x]
    return sorted(((found.count(name), name) for name in dict.fromkeys(found)), key=lambda x: -x[0])


def tolerances(rows):
    return sorted({t for r in rows for t in r["cells"]["auto"]}, key=lambda t: -float(t))


def ratio_lines(rows):
    lines = []
    for r in rows:
        found = [ratio(r, t) for t in tolerances(rows)]
        lines.append([r["problem"], KINDS[r["kind"]].split(" at ")[0]] + [
            "-" if x is None else f"**{x[0]:.2f}** {x[1]}" if x[0] > PROMISE else f"{x[0]:.2f} {x[1]}" for x in found])
    return lines


def left_out(row):
    """methods without a run at the tightest tolerances, with the first of those"""
    out = []
    for method, cells in row["cells"].items():
        missing = [t for t, c in cells.items() if c is None]
        if missing:
            out.append(f"{method} from {float(max(missing, key=float)):.0e}".replace("e-0", "e-"))
    return ", ".join(out) or "none"


def cost_text(rows):
    if not is_counted(rows):
        return "The cost is the time of all calls of `fmi2DoStep`, the least of repeated runs, since instructions could not be counted.\n"
    return ("The cost is in instructions within `fmi2DoStep`. Counting takes fifty times as long as running. Instructions are therefore counted for `auto`, which mixes methods. For each "
            "other method they are counted at 1e-3 and, in runs of up to 0.02 s, at one tighter tolerance. The other costs follow in proportion to the number of steps tried, "
            "factorizations and iterations together. On slider_crank this estimate has an error of 3 % at most in free runs. With an input that changes it has up to a fifth at the tightest "
            "tolerances. Times are not used: identical runs differed by a factor of two on a machine that others use.\n")


def is_counted(rows):
    return any(c and "instructions" in c for r in rows for cells in r["cells"].values() for c in cells.values())


def page(data, table):
    rows = data["work_precision"]
    if not rows:
        return ""
    head = [f"{float(t):.0e}".replace("e-0", "e-") for t in tolerances(rows)]
    found = [x for r in rows for t in tolerances(rows) for x in [ratio(r, t)] if x]
    within = sum(x[0] <= PROMISE for x in found)
    missing = [e[0] for e in EXAMPLES if e[0] not in {r["problem"] for r in rows}]
    out = ["## All methods\n",
           f"Every method runs on {len({r['problem'] for r in rows})} examples, free and with an input that changes before each of {CALLS['input']} communication steps. "
           "The error is the largest of positions and velocities of all bodies at eight times, relative to the range of the quantity. The reference is `dop853` at 1e-12 where it can, "
           "else `radau`. The smallest error shown is the difference from a second method at 1e-12.\n",
           cost_text(rows),
           f"A run may take {DEAR:g} times as long as `auto`. A method that needs more is left out from that tolerance on.\n",
           "A cell is the cost of `auto` divided by the cost of the best other method at the same error, with the name of that method. The cost of the other method is interpolated along "
           "its curve. A method that is more accurate at its loosest tolerance counts with that run. If the error of "
           f"`auto` is within {KNOWN:g} times the difference of the references, methods are compared at the same tolerance. {within} of {len(found)} cells are within {PROMISE}; others are bold. "
           "A - means that no other method has so small an error, or that `auto` was not counted. "
           "Made on " + rows[0]["machine"] + "." + (" Not measured yet: " + ", ".join(missing) + "." if missing else "") + "\n",
           table(["mechanism", "inputs"] + head, ratio_lines(rows)),
           "The next table has the methods that were left out or ended with an error, and the difference of the references.\n",
           "<!-- made by: build/bench -->",
           table(["mechanism", "inputs", "time s", "references", "difference", "left out"],
                 [[r["problem"], KINDS[r["kind"]].split(" at ")[0], f"{r['stop']:g}", f"{r['reference']}, {r['second']}", f"{r['floor']:.1g}", left_out(r)] for r in rows]) +
           "<!-- end of what is made -->\n"]
    return "\n".join(out)


# ---- the plot

GROUPS = [("auto", ["auto"]), ("radau", ["radau"]), ("bdf, bdf_displacement", ["bdf", "bdf_displacement"]), ("dopri5", ["dopri5"]), ("dop853", ["dop853"]),
          ("for_sdirk, infl_sdirk, for_rosen", ["for_sdirk", "infl_sdirk", "for_rosen"]),
          ("order 2", ["generalized_alpha", "hht", "newmark", "midpoint", "energy_decaying", "infl_trap", "ssp_trap"]),
          ("regularized", ["baumgarte", "direct", "trust_region_fixed"])]
LIGHT = ["#111111", "#1f6fb4", "#c23b3b", "#2a8f3c", "#c27a00", "#8250b8", "#8a8f98", "#b58a68"]
DARK = ["#ffffff", "#62b0f0", "#ff7f7f", "#5fd175", "#ffb84d", "#c49bf5", "#7d838c", "#a58468"]
WIDTH, HEIGHT, LEFT, TOP, COLUMNS = 232, 190, 40, 24, 5


def style():
    def colors(ink, back, grid, palette):
        return (f".b{{fill:{back}}}.t{{fill:{ink}}}.g{{stroke:{grid};stroke-width:.6}}" + "".join(
            f".l{k}{{stroke:{c};fill:none;stroke-width:{2.6 if k == 0 else 1.3 if k < 6 else 0.9}}}.d{k}{{fill:{c}}}" for k, c in enumerate(palette)))
    return "<style>" + colors("#222", "#fff", "#ddd", LIGHT) + "@media (prefers-color-scheme:dark){" + colors("#ddd", "#16181c", "#3a3f47", DARK) + "}</style>"


def decades(values):
    low = math.floor(math.log10(min(values)))
    return low, max(math.ceil(math.log10(max(values))), low + 1)


def panel(row, x0, y0, low, high):
    curves = {m: points(c) for m, c in row["cells"].items()}
    bottom, top = decades([c for ps in curves.values() for _, c in ps])
    inner = (WIDTH - LEFT - 10, HEIGHT - TOP - 26)

    def place(e, c):
        return (x0 + LEFT + inner[0] * (high - math.log10(e)) / (high - low), y0 + TOP + inner[1] * (top - math.log10(c)) / (top - bottom))

    out = [f'<text class="t" x="{x0 + LEFT}" y="{y0 + 16}" font-size="12">{row["problem"]}</text>']
    for k in range(low, high + 1, 3):
        x = place(10.0 ** k, 1)[0]
        out.append(f'<line class="g" x1="{x:.1f}" x2="{x:.1f}" y1="{y0 + TOP}" y2="{y0 + TOP + inner[1]}"/>'
                   f'<text class="t" x="{x:.1f}" y="{y0 + HEIGHT - 12}" text-anchor="middle">1e{k}</text>')
    for k in range(bottom, top + 1):
        y = place(1, 10.0 ** k)[1]
        out.append(f'<line class="g" x1="{x0 + LEFT}" x2="{x0 + LEFT + inner[0]}" y1="{y:.1f}" y2="{y:.1f}"/>'
                   f'<text class="t" x="{x0 + LEFT - 4}" y="{y + 3:.1f}" text-anchor="end">1e{k}</text>')
    for k, (_, members) in reversed(list(enumerate(GROUPS))):
        for method in members:
            at = [place(*p) for p in curves.get(method, [])]
            if at:
                path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
                out.append(f'<g><title>{method}</title><polyline class="l{k}" points="{path}"/>'
                           + "".join(f'<circle class="d{k}" cx="{x:.1f}" cy="{y:.1f}" r="{2.4 if k == 0 else 1.4}"/>' for x, y in at) + "</g>")
    return out


def plot(data):
    """small multiples, error decreasing to the right; None: nothing to show"""
    rows = data["work_precision"]
    errors = [e for r in rows for c in r["cells"].values() for e, _ in points(c)]
    if not errors:
        return None
    low, high = max(math.floor(math.log10(min(errors))), -14), min(math.ceil(math.log10(max(errors))), 1)
    body, y = [], 34
    for kind, text in KINDS.items():
        mine = [r for r in rows if r["kind"] == kind]
        body.append(f'<text class="t" x="10" y="{y + 16}" font-size="14" font-weight="bold">{text[0].upper() + text[1:]}</text>')
        y += 24
        for k, row in enumerate(mine):
            body += panel(row, 6 + WIDTH * (k % COLUMNS), y + HEIGHT * (k // COLUMNS), low, high)
        y += HEIGHT * math.ceil(len(mine) / COLUMNS) + 6
    width, x = WIDTH * COLUMNS + 12, 10
    legend = []
    for k, (name, _) in enumerate(GROUPS):
        legend.append(f'<line class="l{k}" x1="{x}" x2="{x + 22}" y1="18" y2="18"/><text class="t" x="{x + 27}" y="22" font-size="12">{name}</text>')
        x += 52 + 6.6 * len(name)
    what = "error, relative to range, smaller to the right; upwards " + ("instructions" if is_counted(rows) else "seconds")
    note = f'<text class="t" x="{width - 10}" y="{y + 12}" text-anchor="end" font-size="12">{what}</text>'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y + 24}" font-family="sans-serif" font-size="9.5">', style(),
                      f'<rect class="b" width="{width}" height="{y + 24}"/>'] + legend + body + [note]) + "\n</svg>\n"
