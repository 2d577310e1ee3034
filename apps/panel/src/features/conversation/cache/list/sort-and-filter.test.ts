import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { describe, expect, it } from 'vitest'
import {
  FILTER_GROUPS,
  filterAndSortConversations,
  getFilterLabel,
  getLastActivityMs,
  sortConversations,
} from './sort-and-filter.ts'

const conversation = (fields: Partial<Conversation> & { _id: string }): Conversation => ({
  lead_id: `lead-${fields._id}`,
  ...fields,
})
const ids = (list: readonly Conversation[]) => list.map(({ _id }) => _id)

describe('order', () => {
  it('LIST-26 sorts by the most recent of client, agent and update time, whichever of the three it is', () => {
    const list = [
      conversation({ _id: 'update', updated_at: '2026-11-18T10:00:00.000Z' }),
      conversation({ _id: 'client', last_client_message_at: '2026-11-18T12:00:00.000Z', updated_at: '2026-11-01T00:00:00.000Z' }),
      conversation({ _id: 'agent', last_agent_message_at: '2026-11-18T11:00:00.000Z', updated_at: '2026-11-01T00:00:00.000Z' }),
      conversation({ _id: 'never' }),
    ]
    expect(ids(sortConversations(list))).toEqual(['client', 'agent', 'update', 'never'])
  })

  it('LIST-26 compares moments, not text: offsets and missing milliseconds do not mislead', () => {
    const list = [
      conversation({ _id: 'utc', updated_at: '2026-11-18T12:00:00Z' }),
      conversation({ _id: 'brt', updated_at: '2026-11-18T09:30:00.000-03:00' }),
    ]
    expect(ids(sortConversations(list))).toEqual(['brt', 'utc'])
    expect(getLastActivityMs(conversation({ _id: 'x', updated_at: 'nonsense' }))).toBe(0)
  })

  it('keeps equals in one order and leaves its argument alone', () => {
    const list = [conversation({ _id: 'b' }), conversation({ _id: 'a' })]
    expect(ids(sortConversations(list))).toEqual(['a', 'b'])
    expect(ids(list)).toEqual(['b', 'a'])
  })
})

describe('filters', () => {
  const list = [
    conversation({ _id: 'a', phone: '+5511987654321', needs_attention: true }),
    conversation({ _id: 'b', phone: '+552133334444', unreadCount: 2, needs_attention: false }),
    conversation({ _id: 'c', archive: true }),
    conversation({ _id: 'd', phone: '+551155558888', archive: false }),
  ]
  const shown = (filter: Parameters<typeof filterAndSortConversations>[1], search = '') =>
    ids(filterAndSortConversations(list, filter, search))

  it('LIST-05 LIST-06 LIST-08 offers the specified filters, grouped', () => {
    expect(FILTER_GROUPS.length).toBeGreaterThan(1)
    expect(getFilterLabel('phone')).toBe('Pesquisar por telefone')
    expect(getFilterLabel('needs_attention')).toBe('Necessita atenção')
  })

  it('LIST-07 filters by phone, typed with or without its mask', () => {
    expect(shown('phone', '98765')).toEqual(['a'])
    expect(shown('phone', '(11) 98')).toEqual(['a'])
    expect(shown('phone', '11 98765 4321')).toEqual(['a'])
    expect(shown('phone', '+5521')).toEqual(['b'])
    expect(shown('phone', 'abc')).toEqual([])
    for (const text of ['11987654321', '1187654321', '+55 (11) 8765-4321', '55118765'])
      expect(shown('phone', text)).toEqual(['a'])
    for (const text of ['11955558888', '(11) 5555-8888', '+55 11 95555-8888']) expect(shown('phone', text)).toEqual(['d'])
    expect(shown('phone', '  ')).toEqual(['a', 'b', 'c', 'd'])
  })

  it('LIST-08 leaves only conversations that need attention', () => {
    expect(shown('needs_attention')).toEqual(['a'])
  })

  it("leaves only unread ones under 'Não lidas', and only those known to be archived under 'Arquivadas', also of a provider that knows none", () => {
    expect(shown('unread')).toEqual(['b'])
    expect(shown('archived')).toEqual(['c'])
  })

  it('LIST-09 without a filter shows all', () => {
    expect(shown(null)).toEqual(['a', 'b', 'c', 'd'])
  })
})
