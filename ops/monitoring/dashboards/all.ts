import type { Dashboard } from '../dashboard.js'
import { DELIVERY } from './delivery.js'
import { FOLD } from './fold.js'
import { REQUESTS } from './requests.js'
import { SERVICE } from './service.js'

export const DASHBOARDS: Dashboard[] = [SERVICE, REQUESTS, FOLD, DELIVERY]
