/** What the pages of applications need. */
import type { FeedReportReader } from '../../../schemas/feeds/feed-report.js'
import type { RequestLogReader } from '../../../schemas/oauth/logged-request.js'
import type { AuditReader } from '../../../schemas/oauth/audit.js'
import type { TeamStore } from '../../../schemas/oauth/team.js'
import type { AppStore } from '../../oauth/ports.js'
import type { DeveloperAppStore } from './app-stores.js'
import type { AppWebhookStore } from './webhooks/webhook-stores.js'
import type { SecondFactorDeps } from '../sign-in/second-factor.js'

export type AppsDeps = SecondFactorDeps & {
  developerApps: DeveloperAppStore
  apps: AppStore
  audit: AuditReader
  webhooks: AppWebhookStore
  requestLog: RequestLogReader
  feedReports: FeedReportReader
  team: TeamStore
}
