import { DEFAULT_PRESSURE_LIMITS, type PressureLimits } from '../../../api/plugins/load-shedding.js'

/** Of servers in tests: a machine that starves the whole test process makes none of them refuse requests. */
export const TEST_PRESSURE: PressureLimits = { ...DEFAULT_PRESSURE_LIMITS, maxDelayMs: 60_000 }
