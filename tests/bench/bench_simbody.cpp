// Mechanisms with Simbody: a tree of joints whose loops are closed by constraints. Its
// Runge-Kutta-Merson method of order 4 projects onto them. The result is one line of JSON.
//
//     bench_simbody bricard 0 ACCURACY STOP STEP       examples/bricard
//     bench_simbody open_chain N ACCURACY STOP STEP    N links of 1 m and 1 kg, in a line, held at one end
//     bench_simbody closed_chain N ACCURACY STOP STEP  the same along half a circle, held at both
//
// Drift is the largest change of the energy, in J.
#include <Simbody.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <vector>

using namespace SimTK;

namespace
{

// world-aligned frames at the centres, as they are at the start
struct Machine {
	MultibodySystem system;
	SimbodyMatterSubsystem matter{system};
	GeneralForceSubsystem forces{system};
	Force::UniformGravity gravity{forces, matter, Vec3(0, -9.81, 0)};
	std::vector<MobilizedBodyIndex> body;
	std::vector<Vec3> center;
	std::vector<std::unique_ptr<Constraint>> loops;

	Vec3 placeOf(int k) const
	{
		return k < 0 ? Vec3(0) : center[static_cast<std::size_t>(k)];
	}

	MobilizedBody &mobilized(int k)
	{
		return k < 0 ? static_cast<MobilizedBody &>(matter.updGround())
		             : matter.updMobilizedBody(body[static_cast<std::size_t>(k)]);
	}

	// a body of 1 kg on a hinge of its parent, -1 for the ground
	void add(int parent, const Vec3 &at, const Vec3 &axis, const Vec3 &middle, const Vec3 &inertia)
	{
		const Rotation turn(UnitVec3(axis), ZAxis);
		const Body::Rigid rigid(MassProperties(1, Vec3(0), Inertia(inertia)));
		const MobilizedBody::Pin pin(mobilized(parent), Transform(turn, at - placeOf(parent)), rigid,
		                             Transform(turn, at - middle));
		body.push_back(pin.getMobilizedBodyIndex());
		center.push_back(middle);
	}
};

// The hinge between the last rod and the ground has five rows; four are independent of the others.
// The rod's x axis is held perpendicular to the ground's y and z axes. To hold the ground's x axis
// perpendicular to the rod's y and z axes is the same joint, but then Simbody takes several times
// the steps.
void makeBricard(Machine &m)
{
	const double along = 0.01 / 6, across = 1.01 / 12;
	m.add(-1, Vec3(0, 0, 0), Vec3(0, 1, 0), Vec3(0.5, 0, 0), Vec3(along, across, across));
	m.add(0, Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(1, -0.5, 0), Vec3(across, along, across));
	m.add(1, Vec3(1, -1, 0), Vec3(1, 0, 0), Vec3(1, -1, 0.5), Vec3(across, across, along));
	m.add(2, Vec3(1, -1, 1), Vec3(0, 1, 0), Vec3(0.5, -1, 1), Vec3(along, across, across));
	m.add(3, Vec3(0, -1, 1), Vec3(0, 0, 1), Vec3(0, -0.5, 1), Vec3(across, along, across));
	MobilizedBody &last = m.mobilized(4);
	m.loops.emplace_back(new Constraint::Ball(m.matter.updGround(), Vec3(0, 0, 1), last, Vec3(0, 0.5, 0)));
	m.loops.emplace_back(
		new Constraint::ConstantAngle(m.matter.updGround(), UnitVec3(YAxis), last, UnitVec3(XAxis), Pi / 2));
	m.loops.emplace_back(
		new Constraint::ConstantAngle(m.matter.updGround(), UnitVec3(ZAxis), last, UnitVec3(XAxis), Pi / 2));
}

void makeChain(Machine &m, int n, bool closed)
{
	const double radius = 0.5 / std::sin(Pi / (2 * n));
	const auto point = [&](int k) {
		return closed ? Vec3(radius * std::cos(Pi * k / n), -radius * std::sin(Pi * k / n), 0) : Vec3(k, 0, 0);
	};
	for (int k = 0; k < n; k++) {
		m.add(k - 1, point(k), Vec3(0, 0, 1), (point(k) + point(k + 1)) / 2, Vec3(1.0 / 12));
	}
	if (closed) {
		const Vec3 end = point(n), tip = end - m.placeOf(n - 1);
		m.loops.emplace_back(
			new Constraint::PointInPlane(m.matter.updGround(), UnitVec3(XAxis), end[0], m.mobilized(n - 1), tip));
		m.loops.emplace_back(
			new Constraint::PointInPlane(m.matter.updGround(), UnitVec3(YAxis), end[1], m.mobilized(n - 1), tip));
	}
}

double energyOf(const Machine &m, const State &state)
{
	m.system.realize(state, Stage::Dynamics);
	return m.system.calcEnergy(state);
}

} // namespace

// what instructions are counted of
extern "C" __attribute__((noinline)) void bench_simbody_advance(Integrator *integrator, double t)
{
	while (integrator->getTime() < t) {
		integrator->stepTo(t);
	}
}

int main(int count, char **text)
{
	if (count != 6) {
		std::fprintf(stderr, "bench_simbody bricard|open_chain|closed_chain N ACCURACY STOP STEP\n");
		return 2;
	}
	const int n = std::atoi(text[2]);
	const double accuracy = std::strtod(text[3], nullptr), stop = std::strtod(text[4], nullptr),
				 step = std::strtod(text[5], nullptr);
	Machine m;
	if (std::strcmp(text[1], "bricard") == 0) {
		makeBricard(m);
	} else {
		makeChain(m, n, std::strcmp(text[1], "closed_chain") == 0);
	}
	const State start = m.system.realizeTopology();
	RungeKuttaMersonIntegrator integrator(m.system);
	integrator.setAccuracy(accuracy);
	integrator.setFinalTime(stop);
	integrator.initialize(start);
	const double first = energyOf(m, integrator.getState());
	const int calls = static_cast<int>(stop / step + 0.5);
	double drift = 0, took = 0;
	for (int k = 1; k <= calls; k++) {
		const std::clock_t before = std::clock();
		bench_simbody_advance(&integrator, k == calls ? stop : stop * k / calls);
		took += static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
		drift = std::fmax(drift, std::fabs(energyOf(m, integrator.getState()) - first));
	}
	std::printf("{\"cpu\": %.6g, \"calls\": %d, \"steps\": %d, \"factorizations\": %d, \"drift\": %.6g}\n", took, calls,
	            integrator.getNumStepsTaken(), integrator.getNumRealizations(), drift);
	return 0;
}
