/* The method of Dormand and Prince of order 8 with embedded ones of orders 5 and 3, in the form of
 * Hairer's program DOP853 (Hairer, Norsett, Wanner, "Solving Ordinary Differential Equations I",
 * II.5 and II.10; coefficients and border of stability: that program). */
#include "dae_explicit.h"
#include "dae_method_table.h"

enum { DAE_DOP853_STAGES = 12 };

static const double dae_dop853_nodes[DAE_DOP853_STAGES] = {0,
                                                           0.052600151958767731879,
                                                           0.078900227938151597818,
                                                           0.11835034190722739673,
                                                           0.28164965809277260327,
                                                           0.33333333333333333333,
                                                           0.25,
                                                           0.30769230769230769231,
                                                           0.65128205128205128205,
                                                           0.6,
                                                           0.85714285714285714286,
                                                           1};

static const double dae_dop853_weights[] = {
	0.052600151958767731879,
	/**/
	0.019725056984537899454, 0.059175170953613698363,
	/**/
	0.029587585476806849182, 0, 0.088762756430420547545,
	/**/
	0.2413651341592666855, 0, -0.88454947932828608534, 0.92483400326179200312,
	/**/
	0.037037037037037037037, 0, 0, 0.17082860872947387128, 0.12546768756682242502,
	/**/
	0.037109375, 0, 0, 0.17025221101954403931, 0.060216538980455960685, -0.017578125,
	/**/
	0.037092000118504792711, 0, 0, 0.17038392571223999381, 0.10726203044637328465, -0.015319437748624401753,
	0.0082737891638140228876,
	/**/
	0.62411095871607571711, 0, 0, -3.3608926294469412941, -0.86821934684172600682, 27.592099699446708305,
	20.154067550477893409, -43.489884181069958848,
	/**/
	0.47766253643826436589, 0, 0, -2.4881146199716676419, -0.59029082683684299637, 21.230051448181194235,
	15.279233632882423583, -33.288210968984862919, -0.020331201708508626136,
	/**/
	-0.93714243008598732572, 0, 0, 5.1863724288440637083, 1.0914373489967295782, -8.1497870107469261251,
	-18.520065659996959864, 22.739487099350504282, 2.4936055526796523899, -3.0467644718982195004,
	/**/
	2.2733101475165382079, 0, 0, -10.534495466737250198, -2.0008720582248624991, -17.958931863118798917,
	27.948884529419960051, -2.8589982771350236947, -8.8728569335306295443, 12.360567175794303065,
	0.64339274601576353036,
	/* the end */
	0.054293734116568762238, 0, 0, 0, 0, 4.4503128927524088814, 1.891517899314500383, -5.8012039600105847815,
	0.31116436695781989441, -0.15216094966251607856, 0.20136540080403034837, 0.044710615727772590518};

static const double dae_dop853_error[DAE_DOP853_STAGES + 1] = {0.013120044994194880733,
                                                               0,
                                                               0,
                                                               0,
                                                               0,
                                                               -1.2251564463762044407,
                                                               -0.49575894965725019152,
                                                               1.664377182454986537,
                                                               -0.35032884874997368169,
                                                               0.33417911871301747903,
                                                               0.081923206485115712466,
                                                               -0.022355307863886295259,
                                                               0};

/* against 0.2441 k_1 + 0.7338 k_9 + 0.0221 k_12 */
static const double dae_dop853_low[DAE_DOP853_STAGES + 1] = {-0.18980075407240761571,
                                                             0,
                                                             0,
                                                             0,
                                                             0,
                                                             4.4503128927524088814,
                                                             1.891517899314500383,
                                                             -5.8012039600105847815,
                                                             -0.42268232132379196293,
                                                             -0.15216094966251607856,
                                                             0.20136540080403034837,
                                                             0.022651792198360825812,
                                                             0};

LA_TABLE const struct dae_explicit dae_dop853_table = {
	DAE_DOP853_STAGES, dae_dop853_nodes, dae_dop853_weights, dae_dop853_error, dae_dop853_low, 7, 6.1};

static size_t dae_dop853_work(const struct dae_system *system)
{
	return dae_explicit_work(&dae_dop853_table, system);
}

static int dae_dop853_step(struct dae_step *s)
{
	return dae_explicit_step(&dae_dop853_table, s);
}

static void dae_dop853_quadrature(const struct dae_system *system, double t, double *work, struct dae_exchange *x)
{
	(void)system;
	(void)t;
	dae_explicit_quadrature(&dae_dop853_table, work, x);
}

LA_TABLE const struct dae_method dae_dop853 = {
	.name = "dop853",
	.use = 2,
	.order = 8,
	.formulations = 1 << DAE_STABILIZED,
	.text = "explicit, for mechanisms without stiff forces at tight tolerances",
	.paper = "Hairer, Norsett, Wanner 1993",
	.memory = dae_explicit_memory,
	.valid = dae_explicit_valid,
	.work = dae_dop853_work,
	.start = dae_explicit_start,
	.step = dae_dop853_step,
	.quadrature = dae_dop853_quadrature,
	.is_limited = dae_explicit_is_limited,
};
