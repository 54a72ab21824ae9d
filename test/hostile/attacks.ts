/** All attacks of the suite. */
import type { Attack } from './attack.js'
import { batches } from './attacks/batches.js'
import { connections } from './attacks/connections.js'
import { exports } from './attacks/exports.js'
import { forms } from './attacks/forms.js'
import { requests } from './attacks/requests.js'
import { withdrawals } from './attacks/withdrawals.js'

export const attacks: Attack[] = [...connections, ...forms, ...requests, ...batches, withdrawals, exports]
