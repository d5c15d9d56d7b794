#!/usr/bin/env python3
"""Four-bar linkage and PID controller, coupled by FMPy: Gauss-Seidel exchange, inputs are lines within a step.

usage: with_fmpy.py four_bar.fmu pid.fmu [communication step]
"""
import sys

from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave


class Unit:
    def __init__(self, filename, input_name, output_name, start_values):
        description = read_model_description(filename)
        self.references = {v.name: v.valueReference for v in description.modelVariables}
        self.input = [self.references[input_name]]
        self.output = [self.references[output_name]]
        self.fmu = FMU2Slave(guid=description.guid, unzipDirectory=extract(filename),
                             modelIdentifier=description.coSimulation.modelIdentifier, instanceName=filename)
        self.fmu.instantiate()
        self.fmu.setupExperiment(tolerance=1e-9)
        for name, value in start_values.items():
            self.fmu.setReal([self.references[name]], [value])
        self.fmu.enterInitializationMode()

    def value(self):
        return self.fmu.getReal(self.output)[0]

    def slope(self):
        return self.fmu.getRealOutputDerivatives(self.output, [1])[0]

    def step(self, time, step, value, slope):
        self.fmu.setReal(self.input, [value])
        self.fmu.setRealInputDerivatives(self.input, [1], [slope])
        self.fmu.doStep(currentCommunicationPoint=time, communicationStepSize=step)
        return self.value()


def main():
    step = float(sys.argv[3]) if len(sys.argv) > 3 else 0.01
    plant = Unit(sys.argv[1], "motor_torque", "joints.crank_bearing.angle", {})
    controller = Unit(sys.argv[2], "measured", "command",
                      {"setpoint": 2.5, "kp": 1, "ki": 2, "kd": 0.1, "filter_time": 0.1})
    angle = plant.value()
    controller.fmu.setReal(controller.input, [angle])
    torque = controller.value()
    plant.fmu.setReal(plant.input, [torque])
    plant.fmu.exitInitializationMode()
    controller.fmu.exitInitializationMode()
    print("time,angle,torque")
    for k in range(round(0.5 / step)):
        time = k * step
        print(f"{time:.6g},{angle:.10g},{torque:.10g}")
        end = plant.step(time, step, torque, controller.slope())
        torque = controller.step(time, step, angle, (end - angle) / step)
        angle = end
    print(f"{0.5:.6g},{angle:.10g},{torque:.10g}")
    for unit in (plant, controller):
        unit.fmu.terminate()
        unit.fmu.freeInstance()


if __name__ == "__main__":
    main()
