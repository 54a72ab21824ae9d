import type { Alarm } from '../alarm.js'
import { DELIVERY_ALARMS } from './delivery.js'
import { FOLD_ALARMS } from './fold.js'
import { REQUEST_ALARMS } from './requests.js'
import { SERVER_ALARMS } from './servers.js'

/** Every alarm by the name of its group in the rule file, the most serious group first. */
export const ALARM_GROUPS: Record<string, Alarm[]> = {
  fold: FOLD_ALARMS,
  servers: SERVER_ALARMS,
  requests: REQUEST_ALARMS,
  delivery: DELIVERY_ALARMS,
}
