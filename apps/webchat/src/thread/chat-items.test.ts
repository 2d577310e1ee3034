import type { WebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { describe, expect, it } from 'vitest'
import { createMessage } from '../testing/fakes.ts'
import {
  type BubbleItem,
  buildChatItems,
  findConfirmedUnsent,
  getLastSeq,
  getOlderCursor,
  hasGapBefore,
  mergeConfirmed,
  mergeNewestPage,
  mergeOlderPage,
} from './chat-items.ts'
import { formatDayLabel } from './dates.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const unsent = (key: string, at = NOW.getTime()) => ({ key, content: key, at, status: 'waiting' as const })

describe('confirmed messages', () => {
  it('come in any order, twice, and stand once in order', () => {
    const seen = mergeConfirmed(mergeConfirmed([], [createMessage(3), createMessage(1)]), [createMessage(2), createMessage(3)])
    expect(seen.map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(getLastSeq(seen)).toBe(3)
    expect(getLastSeq([])).toBe(0)
  })

  it('tell a hole from what follows', () => {
    expect(hasGapBefore([createMessage(1)], createMessage(3))).toBe(true)
    expect(hasGapBefore([createMessage(1)], createMessage(2))).toBe(false)
    expect(hasGapBefore([], createMessage(9))).toBe(false)
  })

  it('a page that does not touch what is known takes its place, one that does joins it', () => {
    expect(mergeNewestPage([createMessage(1), createMessage(2)], [createMessage(3)]).map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(
      mergeNewestPage([createMessage(1), createMessage(2)], [createMessage(50), createMessage(51)]).map(({ seq }) => seq),
    ).toEqual([50, 51])
    expect(mergeNewestPage([createMessage(1)], [])).toEqual([createMessage(1)])
  })

  it('older ones stand in front where they touch what is known, until the first is there', () => {
    expect(getOlderCursor([])).toBeNull()
    expect(getOlderCursor([createMessage(3), createMessage(4)])).toBe(3)
    const all = mergeOlderPage([createMessage(3), createMessage(4)], [createMessage(1), createMessage(2)])
    expect(all.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(getOlderCursor(all)).toBeNull()
    expect(mergeOlderPage([createMessage(9)], [createMessage(1), createMessage(2)])).toEqual([createMessage(9)])
  })

  it('of a talk that was erased give way to the new one, whose places begin again', () => {
    const old = [createMessage(1), createMessage(2), createMessage(3)]
    const [first, second] = [createMessage(1, { message_id: 'new1' }), createMessage(2, { message_id: 'new2' })]
    expect(mergeConfirmed(mergeConfirmed(old, [first]), [second])).toEqual([first, second])
    const longOld = Array.from({ length: 100 }, (_, n) => createMessage(51 + n))
    expect(mergeConfirmed(mergeConfirmed(longOld, [first]), [second])).toEqual([first, second])
  })

  it('take unsent messages off that the server has, by their key', () => {
    expect(
      findConfirmedUnsent([createMessage(1, { role: 'humano', client_message_id: 'a' })], [unsent('a'), unsent('b')]).map(
        ({ key }) => key,
      ),
    ).toEqual(['a'])
  })
})

describe('what the page shows', () => {
  it('keeps the key of a bubble from sending to confirmation', () => {
    const before = buildChatItems([], [unsent('k1')], NOW).at(-1)
    const after = buildChatItems([createMessage(1, { role: 'humano', client_message_id: 'k1' })], [], NOW).at(-1)
    expect(before?.key).toBe('k1')
    expect(after?.key).toBe('k1')
    expect((before as BubbleItem).status).toBe('waiting')
    expect((after as BubbleItem).status).toBe('sent')
  })

  it('separates days by the clock of the reader, and groups one speaker', () => {
    const items = buildChatItems(
      [
        createMessage(1, { timestamp: '2026-11-20T02:59:00Z' }),
        createMessage(2, { timestamp: '2026-11-20T03:01:00Z' }),
        createMessage(3, { timestamp: '2026-11-20T03:02:00Z' }),
        createMessage(4, { timestamp: '2026-11-20T03:30:00Z', role: 'humano' }),
      ],
      [],
      NOW,
    )
    expect(items.map((item) => (item.kind === 'day' ? item.label : item.continuesGroup))).toEqual([
      'Ontem',
      false,
      'Hoje',
      false,
      true,
      false,
    ])
    expect(items.flatMap((item) => (item.kind === 'bubble' ? [item.time] : []))).toEqual(['23:59', '00:01', '00:02', '00:30'])
  })

  it('a person who speaks in the agent’s place begins anew, and so does the agent after', () => {
    const person = { person: 'Ana' }
    const items = buildChatItems(
      [createMessage(1), createMessage(2, person), createMessage(3, person), createMessage(4)],
      [],
      NOW,
    )
    expect(items.flatMap((item) => (item.kind === 'bubble' ? [[item.staffName, item.continuesGroup]] : []))).toEqual([
      [null, false],
      ['Ana', false],
      ['Ana', true],
      [null, false],
    ])
  })

  it('MEDIA-13 four pictures in a row or more are tiles of one grid; what anybody said to one parts it', () => {
    const picture = (seq: number, more: Partial<WebchatMessage> = {}) =>
      createMessage(seq, { type: 'image', content: '', attachment: { mime_type: 'image/png' }, ...more })
    const tiles = (all: readonly WebchatMessage[]) =>
      buildChatItems(all, [], NOW).flatMap((item) => (item.kind === 'bubble' ? [item.gridIndex] : []))
    const four = [1, 2, 3, 4].map((seq) => picture(seq))
    expect(tiles(four.slice(1))).toEqual([undefined, undefined, undefined])
    expect(tiles([...four, createMessage(5)])).toEqual([0, 1, 2, 3, undefined])
    expect(tiles([...four, picture(5, { role: 'humano' })])).toEqual([0, 1, 2, 3, undefined])
    expect(tiles([picture(1), picture(2, { content: 'A sala' }), picture(3), picture(4), picture(5), picture(6)])).toEqual([
      undefined,
      undefined,
      0,
      1,
      2,
      3,
    ])
    expect(tiles([...four.slice(0, 3), picture(4, { reacted: '❤️' })])).toEqual([undefined, undefined, undefined, undefined])
  })

  it.each([
    ['2026-11-20T12:00:00Z', 'Hoje'],
    ['2026-11-19T12:00:00Z', 'Ontem'],
    ['2026-11-16T12:00:00Z', 'Segunda-feira'],
    ['2026-11-13T12:00:00Z', '13/11/2026'],
    ['2026-11-22T12:00:00Z', '22/11/2026'],
  ])('names the day of %s %s', (at, label) => {
    expect(formatDayLabel(new Date(at), NOW)).toBe(label)
  })
})
