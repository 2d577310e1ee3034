import { listLeadFiles } from '@prosa/contract/calls/conversations/files'
import type { LeadFile } from '@prosa/contract/entities/files/lead-file'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildMessage } from '../../features/conversation/testing/factories.ts'
import { createConversationFixture } from '../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../testing/fake-provider.ts'
import { setSignedInUser } from '../../testing/session.ts'
// Loads lazy code in advance.
import '../../features/conversation/thread/content/non-text-content.tsx'
import '../../features/conversation/thread/message-actions/message-tools.tsx'
import '../../features/conversation/profile/files-section.tsx'
import '../../features/conversation/header/thread-dialog.tsx'
import '../../features/conversation/thread/images/image-gallery.tsx'

const LATE = { timeout: 15_000 }
const address = (id: string) => `/api/media/${id}`
const aPicture = (id: string, thumb = true) =>
  buildMessage({
    message_id: id,
    type: 'image',
    content: '',
    attachment: { url: address(id), filename: `${id}.jpg`, ...(thumb ? { thumb_url: `${address(id)}?size=thumb` } : {}) },
  })
const sources = () => [...document.querySelectorAll('img')].map((image) => new URL(image.src, location.href))
const originals = () => sources().filter(({ pathname, search }) => pathname.startsWith('/api/media/') && search === '')

const scrollIntoView = vi.fn()
let desk: ReturnType<typeof createConversationFixture>
beforeEach(() => {
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['media', 'reply'] })
  Element.prototype.scrollIntoView = scrollIntoView
  scrollIntoView.mockClear()
})

describe('pictures of the thread', () => {
  it('MEDIA-14 the thread loads no original before a click; a click opens the picture, arrows lead to the others, Esc goes back', async () => {
    await desk.open({ history: [aPicture('sea'), aPicture('house'), buildMessage({ content: 'Gostou?' })] })
    const small = await within(await desk.findLog()).findAllByRole('button', { name: 'Imagem' }, LATE)
    expect(small).toHaveLength(2)
    expect(originals()).toEqual([])
    await userEvent.click(small[1] as HTMLElement)
    const gallery = await screen.findByRole('dialog', { name: 'Imagens' }, LATE)
    await waitFor(() => expect(originals().some(({ pathname }) => pathname === address('house'))).toBe(true))
    expect(within(gallery).getByRole('button', { name: 'Baixar' })).toBeDefined()
    expect(within(gallery).getByRole('button', { name: 'Aumentar' })).toBeDefined()
    await userEvent.click(within(gallery).getByRole('button', { name: 'Anterior' }))
    await waitFor(() => expect(originals().some(({ pathname }) => pathname === address('sea'))).toBe(true))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Imagens' })).toBeNull())
  })

  it('MEDIA-14 opens by Enter too; one that has no small picture says so and opens all the same', async () => {
    await desk.open({ history: [aPicture('vast')] })
    const picture = await within(await desk.findLog()).findByRole('button', { name: 'Imagem' }, LATE)
    within(picture).getByRole('img').dispatchEvent(new Event('error'))
    expect((await within(picture).findByText(/sem prévia/)).textContent).toBe('Imagem sem prévia · Abrir')
    picture.focus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Imagens' }, LATE)).toBeDefined()
  })

  it('of a provider that makes none small, a picture shows itself and opens apart', async () => {
    await desk.open({ history: [aPicture('plain', false)] })
    const link = await within(await desk.findLog()).findByRole('link', { name: 'Imagem' }, LATE)
    expect(link.getAttribute('target')).toBe('_blank')
    expect(originals()).toHaveLength(1)
  })
})

const aFile = (n: number, fields: Partial<LeadFile> = {}): LeadFile => ({
  message_id: `file-${n}`,
  conversation_id: 'conversation',
  kind: 'image',
  role: 'humano',
  timestamp: '2026-01-05T12:00:00.000Z',
  attachment: { url: address(`file-${n}`), thumb_url: `${address(`file-${n}`)}?size=thumb`, filename: `${n}.jpg`, size: 2_000 },
  ...fields,
})
const answer = (files: LeadFile[], nextCursor: string | null = null) => ({ success: true as const, data: { files, nextCursor } })

describe('Arquivos in the profile', () => {
  const openProfile = async () => userEvent.click(within(await screen.findByRole('heading', { level: 2 })).getByRole('button'))
  const unfold = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Arquivos' }, LATE))
  }

  it('asks for nothing while folded; unfolded it lists them page by page, and a picture opens in the gallery', async () => {
    const paper = aFile(3, { kind: 'document', attachment: { url: address('file-3'), filename: 'proposta.pdf', size: 9_000 } })
    desk.provider.on(listLeadFiles, ({ query }) => (query['cursor'] ? answer([paper]) : answer([aFile(1), aFile(2)], 'more')))
    await desk.open()
    await openProfile()
    await screen.findByRole('button', { name: 'Arquivos' }, LATE)
    expect(desk.provider.requests(listLeadFiles)).toHaveLength(0)
    await unfold()
    const list = await screen.findByRole('list', { name: 'Arquivos' })
    expect(within(list).getAllByRole('button')).toHaveLength(2)
    expect(scrollIntoView).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }))
    const link = await within(list).findByRole('link', { name: /proposta\.pdf/ })
    expect(link.getAttribute('href')).toContain(address('file-3'))
    await userEvent.click(within(list).getByRole('button', { name: /2\.jpg/ }))
    expect(await screen.findByRole('dialog', { name: 'Imagens' }, LATE)).toBeDefined()
    await waitFor(() => expect(originals().some(({ pathname }) => pathname === address('file-2'))).toBe(true))
  })

  it('says that there are none, why they could not be fetched, and lists one kind alone', async () => {
    desk.provider.on(listLeadFiles, () => createErrorResponse(500, 'INTERNAL'))
    await desk.open()
    await openProfile()
    await unfold()
    expect(await screen.findByRole('alert')).toBeDefined()
    desk.provider.on(listLeadFiles, () => answer([]))
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    expect(await screen.findByText('Nenhum arquivo ainda.')).toBeDefined()
    desk.provider.on(listLeadFiles, ({ query }) => answer(query['kind'] ? [] : [aFile(1)]))
    await unfold()
    await unfold()
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Tipo de arquivo' }), 'Áudios')
    expect(await screen.findByText('Nenhum arquivo deste tipo.')).toBeDefined()
    expect(desk.provider.requests(listLeadFiles).at(-1)?.query['kind']).toBe('audio')
  })
})
