/** Two costs that differ by less are the same. */
const STEADY = 0.05

/**
 * Runs `step`, which answers what a unit of its work cost, until that no longer falls: V8 compiles what runs often for
 * some 18 seconds. A step should last some seconds. At most `most` steps, so that noise does not go on for ever.
 */
export async function untilSteady(step: () => Promise<number>, most: number): Promise<void> {
  let before = await step()
  for (let steps = 1; steps < most; steps++) {
    const cost = await step()
    if (Math.abs(cost - before) < STEADY * before) return
    before = cost
  }
}
