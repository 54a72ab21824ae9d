/** Every setting of the service: name, type, default and description. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { RetentionSettings } from './retention-settings.js'

const text = (description: string, options: Record<string, unknown> = {}) =>
  Type.String({ default: '', description, ...options })
const integer = (value: number, description: string, minimum = 0, maximum = Number.MAX_SAFE_INTEGER) =>
  Type.Integer({ default: value, minimum, maximum, description })
const flag = (description: string) => Type.Boolean({ default: false, description })

export const Settings = Type.Object({
  DATABASE_URL: text(
    'Postgres 15 or newer, `postgres://user:password@host:port/name`; may be a pooler in transaction ' +
      'mode that supports prepared statements (PgBouncer 1.21 or newer with max_prepared_statements > 0). ' +
      'TLS as in libpq: `?sslmode=verify-full&sslrootcert=/path/ca.pem`. ' +
      'Each role may have a user of its own ([least rights](deploy.md#least-rights)). ' +
      'Not set: an embedded server is started.',
    { secret: true, pattern: '^$|^postgres(ql)?://' },
  ),
  DATABASE_CONTROL_URL: text(
    'The same database without a pooler, for leases, notifications and migrations. Not set: DATABASE_URL.',
    { secret: true, pattern: '^$|^postgres(ql)?://' },
  ),
  MIGRATIONS: Type.Enum(['apply', 'wait'], {
    default: 'apply',
    description:
      '`apply`: a start brings the database schema and the reference data up to date and creates missing streams. `wait`: ' +
      'it changes nothing and waits until `npm run cli -- migrate` has, so that DATABASE_URL and NATS_URL need no right to.',
  }),
  NATS_URL: text(
    'NATS with JetStream, `nats://user:password@host:port`; separate several servers with commas. ' +
      'With `tls://` a server without TLS is refused. Not set: an embedded server is started.',
    { secret: true, pattern: '^$|^(nats|tls)://' },
  ),
  NATS_CA: text(
    'File with the authorities that sign the certificates of the NATS servers, PEM; for `tls://`. ' +
      'Not set: the authorities that Node.js trusts.',
  ),
  NATS_CERT: text('File with the client certificate for NATS, PEM; for `tls://`.'),
  NATS_KEY: text('File with the private key of NATS_CERT, PEM.'),
  NATS_CREDS: text(
    'Credentials file of a NATS user (JWT and seed, as `nsc` writes it), in place of a user in NATS_URL.',
  ),
  NATS_NKEY: text('File with the nkey seed of a NATS user, in place of a user in NATS_URL.'),
  NATS_SERVER_BIN: text(
    'The nats-server executable to embed. Not set: the one from the package, else the one on PATH.',
  ),
  NATS_REPLICAS: integer(1, 'Replicas of each stream: 1 on a single server, 3 in a cluster.', 1, 5),
  STREAM_MAX_BYTES: integer(
    0,
    'Maximum size of the stream of raw segments; with it, all streams reserve 21/16 of that on each NATS ' +
      'server. 0: with embedded servers three eighths of the free disk, at most 37.5 GiB; otherwise 50 GiB.',
  ),
  PARTITIONS: integer(
    64,
    'Number of partitions of a new stream; use 256 for more than 16 fold workers. ' +
      'Raise it later with `npm run cli -- partitions`.',
    1,
    1024,
  ),
  HOST: text('Address on which the public port listens.', { default: '127.0.0.1' }),
  PORT: integer(
    8443,
    'Public port, HTTPS. If it is not set and 8443 is in use, a free port is chosen.',
    1,
    65535,
  ),
  OPS_HOST: text('Address on which the operations port listens; do not expose it to the internet.', {
    default: '127.0.0.1',
  }),
  OPS_PORT: integer(
    8444,
    'Operations port, HTTP: /healthz, /readyz, /metrics, and a page for operators. If it is not set and 8444 is in use, ' +
      'a free port is chosen.',
    1,
    65535,
  ),
  TLS: Type.Enum(['on', 'proxy'], {
    default: 'on',
    description: '`on`: the public port serves TLS. `proxy`: a trusted proxy terminates TLS.',
  }),
  TLS_CERT: text(
    'File with the certificate chain, PEM. Not set: `npm start` creates one with its own local authority; ' +
      'an api role on its own requires it, or `TLS=proxy`.',
  ),
  TLS_KEY: text('File with the private key of the certificate, PEM.'),
  TLS_MAX: Type.Enum(['TLSv1.2', 'TLSv1.3'], {
    default: 'TLSv1.3',
    description: 'Highest TLS version offered; the lowest is 1.2.',
  }),
  TRUSTED_PROXIES: text(
    'Addresses or networks of proxies whose X-Forwarded headers are trusted, separated by commas.',
  ),
  BASE_URL: text(
    'URL at which clients reach the API, without a trailing slash. Not set: https://localhost:PORT.',
    {
      pattern: '^$|^https://[^/]+$',
    },
  ),
  AUTH_URL: text('URL at which clients reach the authorization server. Not set: BASE_URL.', {
    pattern: '^$|^https://[^/]+$',
  }),
  SECRET_KEY: text(
    'Encrypts signing keys and secrets at rest; 32 characters or more, the same for all processes. ' +
      'Not set with embedded servers: generated at the first start.',
    { secret: true, pattern: '^$|^.{32,}$' },
  ),
  SECRET_KEY_OTHER: text(
    'While SECRET_KEY is replaced: the new key, then the old one. What it has encrypted is read as well; ' +
      'nothing is encrypted with it.',
    { secret: true, pattern: '^$|^.{32,}$' },
  ),
  DATA_DIR: text('Directory for everything an embedded stack stores. Not set: `.tripfold` in the clone.'),
  FOLD_WORKERS: integer(
    1,
    'Number of fold processes the supervisor starts with; change it at run time with ' +
      '`npm run cli -- scale fold=N`.',
    0,
    64,
  ),
  FOLD_WORKERS_MAX: integer(
    0,
    'Number of fold processes the supervisor may scale up to while segments wait; it scales down again later, ' +
      'but keeps at least one. 0: one for every two processors, at most 4. ' +
      'The same as FOLD_WORKERS: no automatic scaling.',
    0,
    64,
  ),
  FOLD_THREADS: text(
    'Worker threads of each fold process, at most 64; 0: fold in the main thread. ' +
      'Not set: half of the processors from four on, at most 8; otherwise 0.',
    { pattern: '^$|^([0-9]|[1-5][0-9]|6[0-4])$' },
  ),
  FOLD_MEMORY_BYTES: integer(
    0,
    'Memory a fold process may use to cache members. 0: a thirty-second of the memory of the machine, ' +
      'at least 128 MiB and at most 512 MiB.',
  ),
  PUBLISH_DEADLINE_MS: integer(
    10_000,
    'Maximum time a request waits for the stream to acknowledge before it is answered with 503.',
    100,
    60_000,
  ),
  READ_CACHE_BYTES: integer(
    32 * 2 ** 20,
    'Answers that are read again and again are kept in up to twice this much memory; 0: none.',
  ),
  WRITE_WAIT_MS: integer(
    5_000,
    'Maximum time a single write waits until it is folded before it is answered with 202.',
    0,
    60_000,
  ),
  DOCUMENT_EXTRACTOR: text(
    'Program and arguments, separated by spaces, that read a PDF or web page on standard input and write schema.org JSON ' +
      'to standard output; a process of its own, confined (api/docs/threat-model.md), for the role jobs. Not set: such ' +
      'documents are not read.',
  ),
  RATE_LIMIT_APP: integer(1_200, 'Requests per minute for each application; 0: no limit.'),
  RATE_LIMIT_MEMBER: integer(600, 'Requests per minute for each member token; 0: no limit.'),
  RATE_LIMIT_NETWORK: integer(
    1_200,
    'Requests without a credential per minute of a network (IPv4 address, IPv6 /64; four times that of a /48), and ' +
      'of pages per account, that each node answers on average, a quarter of them at once; 0: no limit.',
  ),
  RATE_LIMIT_CALENDAR: integer(
    30,
    'Reads of a calendar per address or token and minute, and four times that per member; 0: no limit.',
  ),
  RATE_LIMIT_SEGMENTS: integer(
    50,
    'Segments per member and second that each node accepts on average; 0: no limit.',
  ),
  RATE_LIMIT_BURST: integer(
    10_000,
    'Segments of one member that each node accepts at once before RATE_LIMIT_SEGMENTS applies.',
    1,
  ),
  RATE_LIMIT_TOKEN: integer(60, 'Requests to the token endpoint per minute for each client; 0: no limit.'),
  RATE_LIMIT_SIGN_IN: integer(
    10,
    'Wrong passwords per account in 15 minutes, counted for all unknown devices together and for each known ' +
      'device or session alone; 0: no limit.',
  ),
  CONNECTIONS_MAX: integer(
    4_000,
    'Open connections of an api process; each takes a file descriptor and up to 100 kB. Beyond it the oldest ' +
      'idle one of the network with most connections is closed. 0: no limit.',
  ),
  CONNECTIONS_PER_NETWORK: integer(
    500,
    'The same per network, an IPv4 address or an IPv6 /64; trusted proxies are exempt. 0: no limit, for a ' +
      'load balancer that passes TLS through and hides the addresses of clients.',
  ),
  UNFINISHED_MAX: integer(
    1_000,
    'Connections without a complete request head, and bodies that have not arrived, in an api process. ' +
      'Beyond it the oldest of the network with most of them is ended. 0: no limit.',
  ),
  UNFINISHED_PER_NETWORK: integer(
    200,
    'The same per network; behind trusted proxies, of the client that they name. 0: no limit.',
  ),
  SMTP_URL: text(
    'Server that sends mail, `smtp://user:password@host:port`. ' +
      'Not set: each mail is written to a file under mail in DATA_DIR.',
    { secret: true, pattern: '^$|^smtps?://' },
  ),
  SMTP_TLS: Type.Enum(['offered', 'required'], {
    default: 'offered',
    description:
      '`required`: mail is sent over TLS or not at all; `smtp://` then needs a server with STARTTLS. ' +
      '`offered`: STARTTLS is used if the server offers it. `smtps://` is always TLS.',
  }),
  SMTP_CA: text(
    'File with the authorities that sign the certificate of the mail server, PEM. ' +
      'Not set: the authorities that Node.js trusts.',
  ),
  MAIL_FROM: text('Sender of mail.', { default: 'Tripfold <no-reply@localhost>' }),
  MAIL_DOMAIN: text(
    "Domain of members' addresses for bookings, `trips+SECRET@MAIL_DOMAIN` ([mail](mail.md)). Not set: none; with DEV, localhost.",
    { pattern: '^$|^[A-Za-z0-9.-]+$' },
  ),
  MAIL_AUTHSERV_ID: text(
    'The mail server whose Authentication-Results are trusted ([mail](mail.md)). Not set: no sender is verified.',
  ),
  OPERATOR_EMAIL: text(
    'Address that receives reports about applications, that developers, and people whose account got ' +
      'another address, are asked to contact, and that `/.well-known/security.txt` names for reports of vulnerabilities.',
    { default: 'operator@localhost' },
  ),
  OPERATOR: text(
    'Name of the person who runs a command of `npm run cli`; the audit log keeps it with what the command changes. ' +
      'Not set: the account on this machine, as account@host.',
  ),
  LOG_LEVEL: Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], {
    default: 'info',
    description: 'Lowest level that is logged.',
  }),
  LOG_FILE: text(
    'File for the log; warnings then also go to stderr. Not set: stdout, or `tripfold.log` in DATA_DIR ' +
      'under the supervisor with embedded servers.',
  ),
  CLIENT_DOCUMENTS: flag(
    'Whether clients that are not registered may ask members for access, by a document at an https address that is their ' +
      'client_id, as assistants do. The service fetches it from addresses that strangers name, never from private ones.',
  ),
  ACCESS_LOG: flag(
    'Log one line for each request, whatever LOG_LEVEL says: method, route, status, duration, ' +
      'request id and client id.',
  ),
  REQUEST_LOG_PER_DAY: integer(
    100_000,
    'Requests of one application that its developers can look up for each day (UTC), and as many refused ones; ' +
      'beyond that they are only counted. 0: no request log.',
    0,
    10_000_000,
  ),
  ...RetentionSettings,
  OTEL_EXPORTER_OTLP_ENDPOINT: text(
    'Where OpenTelemetry traces are sent, as OTLP over HTTP: `http://collector:4318` (`/v1/traces` is added). ' +
      'Not set: nothing is traced.',
    { pattern: '^$|^https?://' },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: text(
    'Headers for that receiver, `name=value` with commas between them, percent-encoded.',
    { secret: true },
  ),
  OTEL_SERVICE_NAME: text('`service.name` of all roles in traces; `tripfold.role` tells them apart.', {
    default: 'tripfold',
  }),
  OTEL_TRACES_SAMPLER: Type.Enum(
    [
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
      'always_on',
      'always_off',
      'traceidratio',
    ],
    {
      default: 'parentbased_always_on',
      description:
        'Which requests are traced. `parentbased_`: a request with a `traceparent` as its client decided; ' +
        'without it the service alone decides. What follows a request is traced if the request is.',
    },
  ),
  OTEL_TRACES_SAMPLER_ARG: text('For `traceidratio`: the share of requests, from 0 to 1. Not set: 1.', {
    pattern: '^$|^(0(\\.[0-9]+)?|1(\\.0+)?)$',
  }),
  DEV: flag(
    'For development: webhooks may use plain HTTP and addresses of this machine. ' +
      'Not set: true while both servers are embedded and HOST and OPS_HOST are addresses of this machine alone.',
  ),
})

export type Config = Static<typeof Settings>
