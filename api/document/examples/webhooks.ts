/** Examples of events, callbacks and deliveries for the OpenAPI document. */
import { tripExample } from './resources.js'

export const eventExample = {
  id: '7c0f2a52-6a53-5c0e-9a3e-1f1f5d0a4b11',
  type: 'trip.updated',
  created: '2026-02-01T09:30:00Z',
  member_id: '58240000000000',
  resource_id: '58241077248004',
  sequence: 17,
  api_version: '2',
  data: {
    object: tripExample,
    previous_attributes: { end_datetime: '2026-03-18T10:00:00' },
    changed_fields: ['end_datetime'],
    material: true,
  },
}

export const callbackExample = {
  id: '58241077249000',
  url: 'https://hooks.example.com/tripfold?tenant=7',
  status: 'Active',
  disabled_reason: null,
  events: ['*'],
  description: 'production',
  ordered: 'none',
  max_in_flight: 10,
  rate_per_second: null,
  timeout_ms: 5_000,
  payload: 'full',
  filter: null,
  header_names: ['x-tenant'],
  previous_secret_expires: null,
  failure_count: 0,
  last_delivery: '2026-02-01T09:30:00Z',
  last_status_code: 200,
  created: '2026-01-31T08:00:00Z',
  updated: '2026-01-31T08:00:00Z',
}

export const deliveryExample = {
  event_id: '7c0f2a52-6a53-5c0e-9a3e-1f1f5d0a4b11',
  callback_id: '58241077249000',
  type: 'trip.updated',
  resource_id: '58241077248004',
  member_id: '58240000000000',
  state: 'retrying',
  attempts: 1,
  next_attempt: '2026-02-01T09:30:06Z',
  last_attempt: '2026-02-01T09:30:01Z',
  last_status_code: 503,
  last_error: null,
  event_created: '2026-02-01T09:30:00Z',
}

export const attemptExample = {
  no: 1,
  at: '2026-02-01T09:30:01Z',
  state: 'retrying',
  status_code: 503,
  error: null,
  address: '93.184.216.34',
  duration_ms: 41,
  next_attempt: '2026-02-01T09:30:06Z',
  request: {
    headers: {
      'content-type': 'application/json',
      'webhook-id': '7c0f2a52-6a53-5c0e-9a3e-1f1f5d0a4b11',
      'webhook-timestamp': '1769938201',
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    },
    body: eventExample,
  },
  response: { body: 'try later' },
}
