import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import type { BenchEnvironment } from '../../bench-environment.ts'
import { FULL_DATASET } from '../../dataset/dataset-sizes.ts'
import { buildId, buildLeadPhoneDigits, type TenantName } from '../../dataset/ids.ts'
import type { Measure } from '../../measure.ts'
import { getQuantileRatio, measureAlternately } from '../../statistics.ts'
import type { HttpCaller } from '../../support/http-caller.ts'

const FIRST_PAGE_FIGURE = 'first page of 1 M conversations, by that of 1 k'
const DEEP_PAGE_FIGURE = 'deep page of 1 M conversations, by that of 1 k'
const PHONE_SEARCH_FIGURE = 'search by phone in 1 M conversations, by that in 1 k'
const ROUNDS = 200
const PAGE_SIZE = 20
/** Share of the list before the deep page. */
const DEEP_PAGE_SHARE = 0.9

const buildListPath = (tenant: TenantName, query: string) =>
  `/api/conversations/agents/${buildId(tenant, 'agent')}?limit=${PAGE_SIZE}&archive=false${query}`

const conversationTotals = { few: FULL_DATASET.few, many: FULL_DATASET.many }

/** Returns the cursor for a page deep in the list, as the previous page would return it. */
const fetchDeepCursor = async (stage: BenchEnvironment, caller: HttpCaller, tenant: 'few' | 'many'): Promise<string> => {
  const place = Math.floor(conversationTotals[tenant] * (1 - DEEP_PAGE_SHARE))
  const { rows } = await stage.server.pool.query<{ at: Date; id: string }>(
    `SELECT last_activity_at AS at, id FROM conversations WHERE tenant_id = $1 AND id = $2`,
    [buildId(tenant, 'tenant'), buildId(tenant, 'conversation', place)],
  )
  const row = rows[0]
  if (!row) throw new Error('The deep page begins nowhere')
  const cursor = Buffer.from(`${row.at.toISOString()}|${row.id}`).toString('base64url')
  const page = listConversations.answer.parse(JSON.parse(await caller.read(buildListPath(tenant, `&cursor=${cursor}`))))
  if (page.data.conversations.length !== PAGE_SIZE || !page.data.nextCursor) throw new Error('The deep page is not full')
  return page.data.nextCursor
}

/** Compares lists whose lengths differ by a factor of a thousand: with keyset pagination, the cost must be equal. */
export const listDepthMeasure: Measure = {
  name: 'depth',
  figures: [FIRST_PAGE_FIGURE, DEEP_PAGE_FIGURE, PHONE_SEARCH_FIGURE],
  needsServer: true,
  run: async (stage) => {
    const many = await stage.caller('many')
    const few = await stage.caller('few')
    try {
      const first = await measureAlternately(
        ROUNDS,
        () => many.read(buildListPath('many', '')),
        () => few.read(buildListPath('few', '')),
      )
      const cursors = { many: await fetchDeepCursor(stage, many, 'many'), few: await fetchDeepCursor(stage, few, 'few') }
      const deep = await measureAlternately(
        ROUNDS,
        () => many.read(buildListPath('many', `&cursor=${cursors.many}`)),
        () => few.read(buildListPath('few', `&cursor=${cursors.few}`)),
      )
      // An existing lead's phone number without country and area code.
      const digits = (tenant: 'few' | 'many', round: number) =>
        buildLeadPhoneDigits(1 + ((round * 7_919) % conversationTotals[tenant]))
      const search = await measureAlternately(
        ROUNDS,
        (round) => many.read(buildListPath('many', `&phone=${digits('many', round)}`)),
        (round) => few.read(buildListPath('few', `&phone=${digits('few', round)}`)),
      )
      return [
        { name: FIRST_PAGE_FIGURE, value: getQuantileRatio(first, 0.5) },
        { name: DEEP_PAGE_FIGURE, value: getQuantileRatio(deep, 0.5) },
        { name: PHONE_SEARCH_FIGURE, value: getQuantileRatio(search, 0.5) },
      ]
    } finally {
      many.close()
      few.close()
    }
  },
}
