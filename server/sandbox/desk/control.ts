import { readDueSlips } from "../slips/reader";
import type { Switches } from "../switches";
import type { Machine } from "../wire/api";
import type { Fault, FaultKind } from "../wire/faults";
import { createCashierControl } from "./control-cashier";
import { createChatControl } from "./control-chat";
import { createMembersControl } from "./control-members";
import { createMoneyControl } from "./control-money";
import { createWheelControl } from "./control-wheel";
import { peopleOf } from "./people";

export type { NewSandboxMember } from "./control-members";

/**
 * Everything that a person at the desk, or a test, can do with the sandbox. Amounts are minor units. @throws NotFound
 */
export type Control = ReturnType<typeof createControl>;

export function createControl(machine: Machine) {
  const { world } = machine;
  const people = peopleOf(world);
  return {
    ...createMembersControl(world, people),
    ...createMoneyControl(world, people),
    ...createCashierControl(world, people),
    ...createWheelControl(world, people),
    ...createChatControl(world, people),
    ...createMachineControl(machine),
  };
}

/** The desk's control of the API: faults, switches, clock, limits and call counts. */
function createMachineControl(machine: Machine) {
  const { world, faults, calls, limits } = machine;
  return {
    fault: (fault: Partial<Omit<Fault, "kind">> & { kind: FaultKind }) =>
      faults.add({ ...fault, call: fault.call ?? "any", times: fault.times ?? 1, delayMs: fault.delayMs ?? 0 }),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),
    removeFault: (fault: Pick<Fault, "call" | "kind" | "phone">) => faults.remove(fault),

    switches: (patch: Partial<Switches> = {}) => {
      const switches = world.switches.change(patch);
      world.chat.check();
      return switches;
    },
    /** Moves the sandbox's clock by `ms`, and processes what is due then. */
    advance: async ({ ms }: { ms: number }) => {
      world.switches.change({ clockOffsetMs: world.switches.current.clockOffsetMs + ms });
      machine.tick();
      await readDueSlips(world);
    },
    resetLimits: () => limits.reset(),

    calls: (operationId: string) => calls.of(operationId),
    allCalls: () => calls.all(),
    recentCalls: () => calls.recent(),
    exchanges: () => calls.exchanges(),
    resetCalls: () => calls.reset(),
  };
}
