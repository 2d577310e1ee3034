import { getTranscript, requestAudioTranscript } from '@prosa/contract/calls/conversations/transcripts'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConversationFixture } from '../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../testing/session.ts'
import { buildMessage } from '../testing/factories.ts'
import { stubMediaPlayers } from '../testing/stub-media-players.ts'
import { useAudioPlayer } from './audio-player-store.ts'

const LATE = { timeout: 15_000 }
const about = (state: 'waiting' | 'done', text = '', segments: { start: number; end: number; text: string }[] = []) => ({
  success: true as const,
  data: { message_id: 'm1', state, text, language: 'pt', duration_s: 12, segments, asked_by: null },
})
const aVoice = (transcript: Message['transcript']) =>
  buildMessage({
    message_id: 'm1',
    content: '',
    type: 'audio',
    attachment: { url: '/api/media/m1', voice: true, mime_type: 'audio/ogg; codecs=opus', duration_ms: 12_000 },
    transcript,
  })

let desk: ReturnType<typeof createConversationFixture>
beforeEach(() => {
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['media', 'transcripts'] })
})
afterEach(() => useAudioPlayer.setState(useAudioPlayer.getInitialState(), true))

const open = (transcript: Message['transcript']) => desk.open({ history: [aVoice(transcript)] })

describe('what is said in a sound', () => {
  it('HEAR-11 stands below its player sentence by sentence, each heard from its beginning by mouse and by Enter', async () => {
    const playing = stubMediaPlayers()
    desk.provider.on(getTranscript, () =>
      about('done', 'Quero o de três. Quanto é?', [
        { start: 0, end: 7.2, text: 'Quero o de três.' },
        { start: 7.2, end: 12, text: 'Quanto é?' },
      ]),
    )
    await open({ state: 'done', text: 'Quero o de três. Quanto é?' })
    const second = await screen.findByRole('button', { name: 'Quanto é? Ouvir de 0:07' }, LATE)
    expect(second.closest('p')?.textContent).toMatch(/^Transcrição: Quero o de três\./)
    await userEvent.click(second)
    expect(playing).toHaveLength(1)
    expect(useAudioPlayer.getState()).toMatchObject({ id: 'm1', position: 7.2 })
    screen.getByRole('button', { name: /Ouvir de 0:00$/ }).focus()
    await userEvent.keyboard('{Enter}')
    expect(useAudioPlayer.getState().position).toBe(0)
  })

  it('without times is a text, and so it is where they cannot be had', async () => {
    desk.provider.on(getTranscript, () => about('done', 'Quero o de três.'))
    await open({ state: 'done', text: 'Quero o de três.' })
    expect(await screen.findByText('Quero o de três.', {}, LATE)).toBeDefined()
    expect(screen.queryByRole('button', { name: /Ouvir de/ })).toBeNull()
  })

  it('of more than 280 characters is shown whole when that is asked for', async () => {
    const text = `${'Muito bem. '.repeat(30)}Fim.`
    desk.provider.on(getTranscript, () => about('done', text))
    await open({ state: 'done', text })
    const more = await screen.findByRole('button', { name: 'Mostrar tudo' }, LATE)
    expect(document.body.textContent).not.toContain('Fim.')
    await userEvent.click(more)
    expect(document.body.textContent).toContain('Fim.')
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar menos' }))
    expect(document.body.textContent).not.toContain('Fim.')
  })

  it.each([
    ['waiting', 'Transcrevendo…'],
    ['empty', 'Áudio sem fala'],
  ])('HEAR-10 that is %s says so, and offers nothing', async (state, words) => {
    await open({ state, text: '' })
    expect(await screen.findByText(words, {}, LATE)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Transcrever' })).toBeNull()
  })

  it.each([
    ['failed', 'Não foi possível transcrever'],
    ['skipped', 'Áudio longo'],
  ])('HEAR-10 that is %s is asked for once, and says that it is on its way', async (state, words) => {
    const asked = vi.fn(() => about('waiting'))
    desk.provider.on(requestAudioTranscript, asked)
    await open({ state, text: '' })
    expect(await screen.findByText(words, {}, LATE)).toBeDefined()
    await userEvent.dblClick(screen.getByRole('button', { name: 'Transcrever' }))
    const told = await screen.findByText('Transcrevendo…')
    expect(document.activeElement).toBe(told)
    expect(screen.queryByRole('button', { name: 'Transcrever' })).toBeNull()
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  })

  it('HEAR-10 that could not be asked for says so until it is asked for', async () => {
    desk.provider.on(requestAudioTranscript, () => createErrorResponse(503, 'SERVER_ERROR'))
    await open({ state: 'failed', text: '' })
    await userEvent.click(await screen.findByRole('button', { name: 'Transcrever' }, LATE))
    await waitFor(() => expect(desk.getToasts()).toHaveLength(1))
    desk.provider.on(requestAudioTranscript, () => about('waiting'))
    await userEvent.click(await screen.findByRole('button', { name: 'Transcrever' }))
    await waitFor(() => expect(desk.getToasts()).toEqual([]))
  })

  it('HEAR-10 is not offered where the server does not transcribe', async () => {
    setSignedInUser({ name: 'Ana Souza', capabilities: ['media'] })
    await open({ state: 'failed', text: '' })
    expect(await screen.findByText('Não foi possível transcrever', {}, LATE)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Transcrever' })).toBeNull()
  })
})
