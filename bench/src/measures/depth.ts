import { listConversations } from '@prosa/contract/calls/conversations'
import { idOf, leadDigits, type TenantName } from '../dataset/ids.ts'
import { FULL } from '../dataset/sizes.ts'
import type { Measure } from '../measure.ts'
import type { Stage } from '../stage.ts'
import { inTurn, ratio } from '../statistics.ts'
import type { Caller } from '../support/http.ts'

const FIRST = 'first page of 1 M conversations, by that of 1 k'
const DEEP = 'deep page of 1 M conversations, by that of 1 k'
const SEARCH = 'search by phone in 1 M conversations, by that in 1 k'
const ROUNDS = 200
const PAGE = 20
/** Share of the list before the deep page. */
const DEEP_AT = 0.9

const pathOf = (tenant: TenantName, query: string) =>
  `/api/conversations/agents/${idOf(tenant, 'agent')}?limit=${PAGE}&archive=false${query}`

const total = { few: FULL.few, many: FULL.many }

/** Returns the cursor for a page deep in the list, as the previous page would return it. */
const cursorAt = async (stage: Stage, caller: Caller, tenant: 'few' | 'many'): Promise<string> => {
  const place = Math.floor(total[tenant] * (1 - DEEP_AT))
  const { rows } = await stage.server.pool.query<{ at: Date; id: string }>(
    `SELECT last_activity_at AS at, id FROM conversations WHERE tenant_id = $1 AND id = $2`,
    [idOf(tenant, 'tenant'), idOf(tenant, 'conversation', place)],
  )
  const row = rows[0]
  if (!row) throw new Error('The deep page begins nowhere')
  const cursor = Buffer.from(`${row.at.toISOString()}|${row.id}`).toString('base64url')
  const page = listConversations.answer.parse(JSON.parse(await caller.read(pathOf(tenant, `&cursor=${cursor}`))))
  if (page.data.conversations.length !== PAGE || !page.data.nextCursor) throw new Error('The deep page is not full')
  return page.data.nextCursor
}

/** Compares lists whose lengths differ by a factor of a thousand: with keyset pagination, the cost must be equal. */
export const depth: Measure = {
  name: 'depth',
  figures: [FIRST, DEEP, SEARCH],
  needsServer: true,
  run: async (stage) => {
    const many = await stage.caller('many')
    const few = await stage.caller('few')
    try {
      const first = await inTurn(
        ROUNDS,
        () => many.read(pathOf('many', '')),
        () => few.read(pathOf('few', '')),
      )
      const cursors = { many: await cursorAt(stage, many, 'many'), few: await cursorAt(stage, few, 'few') }
      const deep = await inTurn(
        ROUNDS,
        () => many.read(pathOf('many', `&cursor=${cursors.many}`)),
        () => few.read(pathOf('few', `&cursor=${cursors.few}`)),
      )
      // An existing lead's phone number without country and area code.
      const digits = (tenant: 'few' | 'many', round: number) => leadDigits(1 + ((round * 7_919) % total[tenant]))
      const search = await inTurn(
        ROUNDS,
        (round) => many.read(pathOf('many', `&phone=${digits('many', round)}`)),
        (round) => few.read(pathOf('few', `&phone=${digits('few', round)}`)),
      )
      return [
        { name: FIRST, value: ratio(first, 0.5) },
        { name: DEEP, value: ratio(deep, 0.5) },
        { name: SEARCH, value: ratio(search, 0.5) },
      ]
    } finally {
      many.close()
      few.close()
    }
  },
}
