/** The page of errors: every code once, with its meaning and what to do. */
import { ERROR_STATUS } from '../../../../schemas/base/errors.js'
import type { ErrorCode } from '../../../../schemas/base/errors.js'
import { OAUTH_STATUS } from '../../../oauth/oauth-error.js'
import OAUTH_ERRORS from '../../../oauth/oauth-errors.json' with { type: 'json' }
import ERRORS from '../../../../schemas/data/errors.json' with { type: 'json' }
import type { OauthErrorCode } from '../../../oauth/oauth-error.js'
import { code, heading, table } from '../html.js'
import { inlineMarkdown, markdown } from '../markdown.js'
import type { MarkdownOptions } from '../markdown.js'
import { segmentErrorTable } from './enumerations.js'
import type { PageError } from './operation-section.js'

const INTRODUCTION = `Errors are \`{"error", "error_description"}\`: a code from the lists below, for programs, and a sentence
that says what is wrong, for people. With \`Accept: application/problem+json\` they are problem documents of RFC 9457 with
the same members. \`X-Request-Id\` of the answer identifies the request in the logs of the service.

\`\`\`json
{
  "error": "invalid_request",
  "error_description": "The parameter limit must be a whole number from 1 to 100."
}
\`\`\`

Repeat a request that failed with 429, 500 or 503, or without an answer: unchanged, after \`Retry-After\` seconds, and
with the same \`Idempotency-Key\`. Other errors repeat until you correct the request.`

/**
 * Everything but the schemas.
 * @param answered the errors of all operations; each code is shown with every status that one of them declares
 */
export function errorsContent(answered: readonly PageError[], options: MarkdownOptions): string {
  const statusesOf = (name: ErrorCode): string => {
    const declared = answered.flatMap(({ code: one, status }) => (one === name ? status : []))
    return [...new Set([String(ERROR_STATUS[name]), ...declared])].join(', ')
  }
  const rows = Object.entries(ERRORS).map(([name, { meaning, fix }]) => ({
    id: name,
    cells: [code(name), statusesOf(name as ErrorCode), inlineMarkdown(meaning), inlineMarkdown(fix)],
  }))
  const oauthRows = Object.entries(OAUTH_ERRORS).map(([name, meaning]) => ({
    id: `oauth-error.${name}`,
    cells: [code(name), String(OAUTH_STATUS[name as OauthErrorCode]), inlineMarkdown(meaning)],
  }))
  return [
    markdown(INTRODUCTION, options),
    heading(2, 'Codes of the API', 'codes'),
    table(['Code', 'Status', 'Meaning', 'What to do'], rows),
    heading(2, 'Errors of segments', 'segment-errors'),
    '<p>A batch with any of these is refused as a whole with 400. The answer has one entry per segment, and names the field.</p>',
    segmentErrorTable(),
    heading(2, 'Errors of the token endpoint', 'oauth-errors'),
    table(['Code', 'Status', 'Meaning'], oauthRows),
  ].join('')
}
