"""The pages on benchmarks, from the numbers that build/bench has measured: benchmarks.md, one page of "
"ratios and plots; tables.md, all runs."""
import math
import os
import textwrap

import work_precision

PEERS = (1e-5, 1e-6, 1e-7)  # tolerances of IDA that ours are compared with
PARTS = ("ida", "simbody", "calls", "growth", "precision", "work_precision")


# ---- which runs are compared

def peers(rows):
    """Of IDA, at each of its tolerances, the run that ended with the fewest instructions."""
    found = []
    for tolerance in PEERS:
        some = [r for r in rows if r["solver"].startswith("IDA") and r["tolerance"] == tolerance and r["result"]]
        found += [min(some, key=lambda r: r["result"].get("instructions", r["result"]["cpu"]))] if some else []
    return found


def as_good(rows, peer):
    """Of each method of ours the run with the largest tolerance among those whose error of position and
    drift of the energy are at most those of the peer."""
    def good(r):
        x, y = r["result"], peer["result"]
        energy = next((o["result"]["drift"] for o in rows if o["solver"] == "IDA" and o["result"]
            and o["tolerance"] == peer["tolerance"]), None)
        motor = peer["problem"] == "andrews_squeezer"  # its energy is not constant
        return x and x["error"] <= y["error"] and (motor or energy is None or x["drift"] <= energy)

    mine = [r for r in rows if not r["solver"].startswith("IDA") and good(r)]
    return [max((r for r in mine if r["solver"] == method), key=lambda r: r["tolerance"])
        for method in dict.fromkeys(r["solver"] for r in mine)]


def alike(rows, accuracy):
    """the run of Simbody, and the one of ours with the largest tolerance and no more drift"""
    peer = next((r for r in rows if r["solver"] == "Simbody" and r["tolerance"] == accuracy and r["result"]),
        None)
    good = [r for r in rows if peer and r["solver"] != "Simbody" and r["result"]
        and r["result"]["drift"] <= peer["result"]["drift"]]
    return peer, max(good, key=lambda r: r["tolerance"], default=None)


def problems(rows):
    for key in dict.fromkeys((r["problem"], r["n"]) for r in rows):
        yield key, [r for r in rows if (r["problem"], r["n"]) == key]


# ---- parts of a page

def number(x, digits=3):
    return "-" if x is None else f"{x:.{digits}g}"


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(r) + " |"
        for r in rows]) + "\n"


def plot(title, x_name, y_name, lines):
    """an SVG with both axes logarithmic; lines: kind and name, points"""
    points = [p for _, ps in lines for p in ps if p[0] > 0 and p[1] > 0]
    if not points:
        return None
    low = [math.floor(math.log10(min(p[k] for p in points))) for k in (0, 1)]
    high = [max(math.ceil(math.log10(max(p[k] for p in points))), low[k] + 1) for k in (0, 1)]
    width, height, left, top = 600, 340, 70, 34

    def place(p):
        u = [(math.log10(p[k]) - low[k]) / (high[k] - low[k]) for k in (0, 1)]
        return left + u[0] * (width - left - 180), height - 46 - u[1] * (height - 46 - top)

    colors = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b"]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
           f'<rect width="{width}" height="{height}" fill="white"/><text x="{left}" y="18" font-size="13">{title}</text>']
    for k in (0, 1):
        for e in range(low[k], high[k] + 1, max(1, (high[k] - low[k]) // 6)):
            a, z = place([10.0 ** (e if k == 0 else low[0]), 10.0 ** (e if k == 1 else low[1])]), place(
                [10.0 ** (e if k == 0 else high[0]), 10.0 ** (e if k == 1 else high[1])])
            out.append(f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{z[0]:.1f}" y2="{z[1]:.1f}" stroke="#ddd"/>')
            at = (a[0], height - 30, "middle") if k == 0 else (left - 6, a[1] + 4, "end")
            out.append(f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" text-anchor="{at[2]}">1e{e}</text>')
    out.append(f'<text x="{(width - 110) / 2:.0f}" y="{height - 10}" text-anchor="middle">{x_name}</text>')
    out.append(f'<text transform="translate(16 {height / 2:.0f}) rotate(-90)" text-anchor="middle">{y_name}</text>')
    # a colour for each solver or family, a kind of line for each problem or quantity
    kinds, names = (list(dict.fromkeys(key[k] for key, _ in lines)) for k in (0, 1))
    dashes = ["", "6 3", "2 2", "8 3 2 3"]
    for i, ((kind, name), ps) in enumerate(lines):
        color = colors[names.index(name) % len(colors)]
        dash = dashes[kinds.index(kind) % len(dashes)]
        good = [place(p) for p in ps if p[0] > 0 and p[1] > 0]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in good)
        line = f'fill="none" stroke="{color}" stroke-width="1.5" stroke-dasharray="{dash}"'
        out.append(f'<polyline points="{path}" {line}/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in good]
        y = top + 10 + 16 * i
        out.append(f'<path d="M{width - 152} {y} h24" {line}/>')
        out.append(f'<text x="{width - 122}" y="{y + 4}" fill="{color}">{kind} {name}</text>')
    return "\n".join(out) + "\n</svg>\n"


def problem_name(problem, n):
    return problem + (f" N={n}" if n else "")


def peer_line(r):
    x = r["result"]
    return [problem_name(r["problem"], r["n"]), r["solver"], number(r["tolerance"])] + (
        [number(x[k]) for k in ("steps", "factorizations")] + [number(x[k] / 1e6 if k in x else None)
            for k in (("unread",) if "error" in x else ()) + ("instructions",)] + [number(x["cpu"])]
        + ([number(x["error"])] if "error" in x else []) + [number(x.get("drift"))] if x else ["failed"])


def span(values):
    found = [v for v in values if v is not None]
    return f"{min(found):.2g} to {max(found):.2g}" if found else "-"


def work_of(ours, peer, count="instructions"):
    a, b = ours["result"], peer["result"]
    return a[count] / b["instructions"] if count in a and "instructions" in b else None


# ---- the page of ratios

def ratios_ida(data, out):
    out.append("## Compared with IDA\n")
    if not any(r["solver"] == "IDA" for r in data["ida"]):
        out.append("IDA was not measured.\n")
        return
    tables, found = {}, {}
    for method in ("auto", "bdf"):
        for key, rows in problems(data["ida"]):
            line, peer_at = [problem_name(*key)], {r["tolerance"]: r for r in peers(rows)}
            for tolerance in PEERS:
                peer = peer_at.get(tolerance)
                mine = next((r for r in as_good(rows, peer) if r["solver"] == method), None) if peer else None
                works = [work_of(mine, peer, count) if mine else None for count in ("unread", "instructions")]
                line.append(" / ".join(number(w, 2) for w in works) if mine else "-")
                found.setdefault((method, "unread"), []).append(works[0])
                found.setdefault((method, "read"), []).append(works[1])
            tables.setdefault(method, []).append(line)
    out.append(f"At no more error, `auto` needs {span(found['auto', 'unread'])} times the instructions of IDA. "
               f"If all results are read at all points, it needs {span(found['auto', 'read'])} times. `bdf`, which "
               f"is the same kind of method, needs {span(found['bdf', 'unread'])} and {span(found['bdf', 'read'])} "
               "times.\n")
    for method, lines in tables.items():
        head = [f"instructions, `{method}` / IDA: unread / read"] + [f"IDA at {number(t)}" for t in PEERS]
        out.append(table(head, lines))
    out.append("![Instructions and error of position of auto, radau, bdf and IDA](benchmarks_ida.svg)\n\n"
               "IDA of SUNDIALS solves a hand-written model in the stabilized form of Gear, Gupta and "
               "Leimkuhler. Its Jacobian is analytic and factored by KLU "
               "(`tests/bench/bench_ida.c`). Bodies, joints and start are equal. For andrews_squeezer IDA "
               "also solves the form in seven angles with a dense Jacobian "
               "(`tests/bench/bench_ida_squeezer.c`), and the cheaper of both counts.\n\n"
               "- The runs take 10 s with a communication point every 0.01 s; andrews_squeezer 0.03 s and "
               "1e-4 s.\n"
               "- Each run of ours has the largest tolerance at which both its error of position and its drift of "
               "the energy are at most those of IDA. A motor drives andrews_squeezer, so its energy does not count.\n"
               "- The error of position is the largest distance of coordinates of all bodies from `dop853` at "
               "1e-12, at eight points. Drift is the largest error of the energy.\n"
               "- Instructions are those of IDASolve, and of fmi2DoStep (unread). Where results are read, "
               "one call of fmi2GetReal at each point takes positions and velocities of all bodies, which "
               "IDASolve returns in any case.\n"
               "- A dash: IDA fails at this tolerance, or no run of ours is as good.\n")


def ratios_simbody(data, out):
    out.append("## Compared with Simbody\n")
    lines, found = [], []
    for key, rows in problems(data["simbody"]):
        line = [problem_name(*key)]
        for accuracy in (1e-6, 1e-7, 1e-8):
            peer, ours = alike(rows, accuracy)
            line.append(number(work_of(ours, peer)) if ours else "-")
            found += [work_of(ours, peer)] if ours else []
        lines.append(line)
    if not found:
        out.append("Simbody was not measured.\n")
        return
    out.append(f"With at most its drift, `auto` needs {span(found)} times the instructions of Simbody.\n")
    out.append(table(["instructions, ours / Simbody", "Simbody at 1e-6", "1e-7", "1e-8"], lines))
    out.append("Simbody uses the joints of a tree as coordinates and closes loops by constraints. Its "
               "Runge-Kutta-Merson method of order 4 projects onto them "
               "(`tests/bench/bench_simbody.cpp`). Bricard's linkage runs 10 s with a communication point "
               "every 0.02 s, chains of N links 1 s and 0.01 s. Each run of ours has the largest "
               "tolerance with no more drift, and the motion of all bodies is read at each point.\n\nIn "
               "Simbody the last hinge of Bricard's loop is a Ball and two ConstantAngle constraints. They hold the "
               "rod's x axis perpendicular to two axes of the ground. The other choice of axes for this joint takes Simbody "
               "several times the steps.\n")


def ratios_methods(data, out):
    rows = data["work_precision"]
    out.append("## `auto` compared with all methods\n")
    found = [x for r in rows for t in work_precision.tolerances(rows) for x in [work_precision.ratio(r, t)]
        if x]
    if not found:
        out.append("Not measured.\n")
        return
    within = sum(x[0] <= work_precision.PROMISE for x in found)
    out.append(f"At equal error `auto` costs at most {work_precision.PROMISE} times the best other method "
               f"in {within} of {len(found)} runs. The best other method is " + ", ".join(
                   f"`{name}` in {count}" for count, name in work_precision.cheapest(rows)) + ".\n")
    lines = []
    for name in dict.fromkeys(r["problem"] for r in rows):
        line = [name]
        for kind in work_precision.KINDS:
            mine = [work_precision.ratio(r, t) for r in rows if r["problem"] == name and r["kind"] == kind
                for t in work_precision.tolerances(rows)]
            line.append(span([x[0] for x in mine if x]))
        lines.append(line)
    out.append(table(["cost, `auto` / best other method, tolerances 1e-3 to 1e-10", "run free",
        "an input changes"], lines))
    out.append("![Error and cost of all methods](benchmarks_work_precision.svg)\n\n"
               f"Each method runs at all tolerances, free and with an input that changes before each of "
               f"{work_precision.CALLS['input']} communication steps. The error is the largest of positions "
               "and velocities of all bodies at eight times, relative to the range of the quantity. The "
               "reference is `dop853` at 1e-12 where it can, else `radau`. The cost is in "
               "instructions within `fmi2DoStep`. [Tables](tables.md#all-methods) has all ratios and how "
               "they are computed.\n")


def ratios_growth(data, out):
    last, power = {}, {}
    for r in data["growth"]:
        old = last.get(r["family"])
        if r["result"]:
            r["step"] = r["result"]["cpu"] / r["result"]["steps"]
            power[r["family"]] = math.log(r["step"] / old["step"]) / math.log(r["n"] / old["n"]) if old else None
            last[r["family"]] = r
    out.append("## Growth\n")
    if last:
        out.append("Export, memory and the time of a step of chains grow about in proportion to the size.\n")
        out.append(table(["largest mechanism", "export s", "memory MB", "a step s", "power"],
                         [[f"{r['family']}, N = {r['n']}",
                           number(r["export"]), number(r["result"]["memory"] / 1e6), number(r["step"]), number(power[r["family"]])]
                          for r in last.values()]))
    out.append("![Export and time of a step with growing size](benchmarks_growth.svg)\n\n"
               "`radau` at 1e-4, 0.1 s of chains. N-four-bars pass a singular position within 1 s, the bars in "
               "one line, and three within 3 s. The power is that of the time of a step between the two "
               "largest sizes. [Tables](tables.md#growth) has all sizes.\n")


def page_ratios(data, machine):
    out = ["# Benchmarks\n",
           "This page compares mechfmu with other solvers, its methods with each other, and mechanisms of "
           "growing size.\n",
           f"`./build/bench` made it on {machine}, version {data['version']}. The FMUs run through their "
           f"FMI functions. Ratios are of instructions, because times vary on a machine that others "
           "use too. All runs are in [Tables](tables.md), all numbers in [benchmarks.json](benchmarks.json).\n"]
    for part in (ratios_ida, ratios_simbody, ratios_methods, ratios_growth):
        part(data, out)
    return "\n".join(out)


# ---- the page of tables

def tables_peer(data, name, head, out):
    lines = [peer_line(r) for r in data[name.lower()]]
    out.append(f"## Runs compared with {name}\n\n" + table(head, [line + ["-"] * (len(head) - len(line)) for line in lines]))


def tables_precision(data, out):
    out.append("## Work and precision\n\nMechanisms of `examples/` with their own experiment. The residual "
               "is the largest opening of a joint, in m or rad.\n")
    out.append(table(["mechanism", "method", "tolerance", "steps", "rejected", "factorizations", "CPU s",
        "drift J", "residual"],
                     [[r["problem"], r["solver"], number(r["tolerance"])] + ([number(r["result"][k])
                         for k in (
                         "steps", "rejected", "factorizations", "cpu", "drift", "residual")] if r["result"] else ["failed"] + ["-"] * 5) for r in data["precision"]]))


def tables_growth(data, out):
    out.append("## Growth\n\n`radau` at 1e-4, 1 s or 3 s of N-four-bars, 0.1 s of chains. In brackets: the "
               "power with which the cost grows from the size before.\n")
    lines, before = [], None
    for r in data["growth"]:
        x = r["result"]
        costs = [r["export"], r["xml"]] + ([x["instantiate"], x["initialize"], x["cpu"] / x["steps"],
            x["memory"]] if x else [None] * 4)
        text = [r["family"], str(r["n"])]
        for k, cost in enumerate(costs):
            shown = number(cost / (1e6 if k in (1, 5) else 1)) if cost is not None else "failed"
            if before and before[0] == r["family"] and cost and before[2][k]:
                shown += f" ({math.log(cost / before[2][k]) / math.log(r['n'] / before[1]):.2f})"
            text.append(shown)
        lines.append(text)
        before = (r["family"], r["n"], costs)
    out.append(table(["family", "size", "export s", "XML MB", "instantiate s", "initialize s", "a step s",
        "memory MB"], lines))


def tables_calls(data, out):
    out.append("## Calls\n\nCost of a call of `fmi2DoStep`, with `radau` at 1e-6. An input is set to "
               "another value before each call where the table says so. Real time means steps of "
               "1 ms of `generalized_alpha` with three iterations.\n")
    lines = []
    for r in data["calls"]:
        x = r["result"]
        lines.append([r["problem"], r["what"]] + ([number(x["calls"], 6), number(x["steps"], 6),
            number(x["factorizations"], 6),
                     number(1e6 * x["cpu"] / x["calls"]), number(x.get("instructions", 0) / x["calls"] / 1e3
                         or None), number(x["drift"])] if x
                     else ["failed"] + ["-"] * 5))
    out.append(table(["mechanism", "calls", "number", "steps", "factorizations", "us a call",
        "k instructions a call", "drift J"], lines))
    if not data["calls"]:
        return
    one, landing, ahead = (r["result"] for r in data["calls"][:3])
    idle = (ahead["cpu"] - one["cpu"]) / (ahead["calls"] - 1)
    work = ""
    if one.get("instructions"):
        work = f" and {ahead['instructions'] / one['instructions']:.2f} times the instructions"
    out.append(f"{ahead['calls']} calls without reading take {ahead['steps'] / one['steps']:.2f} times the "
               f"steps{work} of one call. With `look_ahead: false` they take "
               f"{landing['steps'] / one['steps']:.0f} times the steps. Each further call costs "
               f"{1e6 * idle:.2g} us.\n")


def page_tables(data, machine):
    out = ["# Benchmarks: tables\n",
           f"This page has all runs of `./build/bench` on {machine}, version {data['version']}. "
           f"[Benchmarks](benchmarks.md) has the conditions and the ratios. Times are CPU times of one core.\n"]
    tables_peer(data, "IDA", ["problem", "solver", "tolerance", "steps", "factorizations",
        "M instructions, unread", "M instructions", "CPU s", "error of position m", "drift J"], out)
    out.append("Evaluations are factorizations of ours and realizations of Simbody. Its tolerance is "
               "called accuracy.\n")
    tables_peer(data, "Simbody", ["problem", "solver", "tolerance", "steps", "evaluations", "M instructions",
        "CPU s", "drift J"], out)
    tables_precision(data, out)
    out.append(work_precision.page(data, table))
    tables_growth(data, out)
    tables_calls(data, out)
    out.append("## Not compared\n\n" + " ".join(data["missing"]) + "\n")
    return "\n".join(out)


# ---- files

def machines(data):
    """where the parts were measured"""
    parts = {}
    for name in PARTS:
        parts.setdefault(data["machines"][name], []).append(name)
    return " and ".join(m if len(parts) == 1 else f"{m} ({', '.join(names)})" for m, names in parts.items())


def wrapped(text):
    """paragraphs and items in lines of 100 columns; tables, headings and pictures as they are"""
    out = []
    for line in text.split("\n"):
        indent = "  " if line.startswith("- ") else ""
        as_it_is = not line or line[0] in "|#!<"
        out += [line] if as_it_is else textwrap.wrap(line, 100, subsequent_indent=indent,
            break_long_words=False, break_on_hyphens=False)
    return "\n".join(out).rstrip("\n") + "\n"


def lines_of_plots(data):
    lines, grow = {}, {}
    for r in data["ida"]:
        x = r["result"]
        if x and r["n"] in (0, 2):
            key = ("four_bar" if r["n"] else r["problem"].split("_")[0], r["solver"])
            lines.setdefault(key, []).append((x["error"], x.get("instructions", x["cpu"])))
    for r in data["growth"]:
        if r["result"]:
            step = r["result"]["cpu"] / r["result"]["steps"]
            grow.setdefault(("step,", r["family"]), []).append((r["n"], step))
            grow.setdefault(("export,", r["family"]), []).append((r["n"], r["export"]))
    return lines, grow


def write(data, folder):
    lines, grow = lines_of_plots(data)
    counted = any("instructions" in (r["result"] or {}) for r in data["ida"])
    work = "instructions" if counted else "CPU, s"
    texts = {
        "benchmarks.md": wrapped(page_ratios(data, machines(data))),
        "tables.md": wrapped(page_tables(data, machines(data))),
        "benchmarks_ida.svg": plot("Work and precision", "error of position, m", work, list(lines.items())),
        "benchmarks_growth.svg": plot("Growth", "size", "CPU, s", list(grow.items())),
        "benchmarks_work_precision.svg": work_precision.plot(data)}
    for name, text in texts.items():
        if text:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
