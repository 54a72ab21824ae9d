/** What waits for another attempt is due now, as when the product makes it due: in one transaction that wakes its callback. */
import type pg from 'pg'
import { transaction } from '../../../db/pg/transaction.js'
import { wake } from '../../../db/webhooks/wake.js'

export async function retryNow(pool: pg.Pool): Promise<void> {
  await transaction(pool, async (client) => {
    const { rows } = await client.query<{ callback_id: number }>(
      "update delivery set due_at = now() where due_at > now() and due_at <> 'infinity' returning callback_id",
    )
    await wake(
      client,
      rows.map((row) => row.callback_id),
    )
  })
}
