import type { Config } from './config.js'

/** `{base_url}` and `{auth_url}` of a configuration, without a slash at the end. */
export function addresses(config: Pick<Config, 'BASE_URL' | 'AUTH_URL' | 'PORT'>): {
  baseUrl: string
  authUrl: string
} {
  const baseUrl = config.BASE_URL === '' ? `https://localhost:${config.PORT}` : config.BASE_URL
  return { baseUrl, authUrl: config.AUTH_URL === '' ? baseUrl : config.AUTH_URL }
}

/** The database's address for sessions that no pooler may share. */
export function controlUrl(config: Pick<Config, 'DATABASE_URL' | 'DATABASE_CONTROL_URL'>): string {
  return config.DATABASE_CONTROL_URL === '' ? config.DATABASE_URL : config.DATABASE_CONTROL_URL
}
