import type { Message } from '@prosa/contract/entities/conversations/message'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { setSignedInUser } from '../../../../testing/session.ts'
import { buildMessage } from '../../testing/factories.ts'
import { buildThreadRows } from '../message-list/thread-rows.ts'
import { groupIntoAlbums } from './image-albums.ts'

const at = (minute: number) => new Date(2026, 10, 18, 12, minute).toISOString()
const aPicture = (n: number, fields: Partial<Message> = {}): Message =>
  buildMessage({
    message_id: `p${n}`,
    content: '',
    type: 'image',
    timestamp: at(n),
    attachment: { url: `/api/media/p${n}`, thumb_url: `/api/media/p${n}?size=thumb` },
    ...fields,
  })
const pictures = (count: number) => Array.from({ length: count }, (_, n) => aPicture(n + 1))

const gridsOf = (messages: Message[], unread?: { firstMessageId: string; count: number }) => {
  const rows = buildThreadRows({ messages, unsent: [], hasOlder: false, ...(unread ? { unread } : {}), now: Date.parse(at(59)) })
  return [...new Set(groupIntoAlbums(rows).values())].map((album) => album.map(({ message_id }) => message_id).join(' '))
}

describe('MEDIA-13 pictures in a row', () => {
  it('are one grid from four on', () => {
    expect(gridsOf(pictures(3))).toEqual([])
    expect(gridsOf(pictures(4))).toEqual(['p1 p2 p3 p4'])
    expect(gridsOf([buildMessage({ timestamp: at(0) }), ...pictures(6), buildMessage({ timestamp: at(9) })])).toEqual([
      'p1 p2 p3 p4 p5 p6',
    ])
  })

  it.each<[string, Partial<Message>]>([
    ['a caption', { content: 'A sala' }],
    ['a quote', { reply_to: { message_id: null, person: 'lead', type: 'text', preview: 'Oi' } }],
    ['a line about it', { file_line: { state: 'done', line: 'Uma sala clara' } }],
    ['another speaker', { role: 'AI' }],
    ['a send that failed', { delivery: 'failed' }],
    ['a send in doubt', { delivery: 'unknown' }],
    ['a picture that was taken back', { revoked_at: at(9), attachment: null }],
    ['another kind', { type: 'video' }],
    ['a reaction of ours', { our_reaction: { emoji: '👍', error: null } }],
    ['a picture that is not here yet', { attachment: {} }],
  ])('are parted by %s', (_what, fields) => {
    const all = pictures(9)
    all[4] = aPicture(5, fields)
    expect(gridsOf(all)).toEqual(['p1 p2 p3 p4', 'p6 p7 p8 p9'])
    all[3] = aPicture(4, fields)
    expect(gridsOf(all.slice(0, 5))).toEqual([])
  })

  it('are parted by another day, and by where the unread begin', () => {
    const all = pictures(8).map((picture, n) =>
      n < 4 ? { ...picture, timestamp: new Date(2026, 10, 17, 12, n).toISOString() } : picture,
    )
    expect(gridsOf(all)).toEqual(['p1 p2 p3 p4', 'p5 p6 p7 p8'])
    expect(gridsOf(pictures(8), { firstMessageId: 'p5', count: 4 })).toEqual(['p1 p2 p3 p4', 'p5 p6 p7 p8'])
  })
})

describe('MEDIA-13 the grid in the thread', () => {
  let desk: ReturnType<typeof createConversationFixture>
  beforeEach(() => {
    desk = createConversationFixture()
    setSignedInUser({ name: 'Ana', capabilities: ['media', 'reply', 'reactions'] })
  })

  it('has four of them and says how many more; the other bubbles are not drawn', async () => {
    await desk.open({ history: [...pictures(6), buildMessage({ content: 'Gostou?', timestamp: at(9) })] })
    const grid = await screen.findByRole('group', { name: '6 imagens' }, { timeout: 15_000 })
    expect(within(grid).getAllByRole('button')).toHaveLength(4)
    expect(within(grid).getByRole('img', { name: 'Imagem 1 de 6' }).getAttribute('src')).toMatch(/\/api\/media\/p1\?size=thumb$/)
    expect(within(grid).getByRole('img', { name: 'Imagem 4 de 6, e mais 2' })).toBeDefined()
    await waitFor(() => expect(document.querySelectorAll('[data-in-grid]')).toHaveLength(5))
    expect(screen.queryByRole('img', { name: 'Imagem' })).toBeNull()
  })
})
