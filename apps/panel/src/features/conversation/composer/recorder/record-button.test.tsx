import { webcrypto } from 'node:crypto'
import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { createFile } from '@prosa/contract/calls/conversations/files'
import { MicrophoneError, type MicrophoneErrorReason } from '@prosa/voice/microphone'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { setSignedInUser } from '../../../../testing/session.ts'
import { FakeRecorder } from '../../testing/fake-recorder.ts'
import { stubMediaPlayers } from '../../testing/stub-media-players.ts'

const start = vi.hoisted(() => vi.fn<() => Promise<unknown>>())
vi.mock(import('@prosa/voice/recorder'), async (original) => ({ ...(await original()), startRecording: start as never }))

let desk: ReturnType<typeof createConversationFixture>
let recorder: FakeRecorder
let sent: unknown[]

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto)
  stubMediaPlayers()
  HTMLElement.prototype.setPointerCapture = () => {}
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['media'] })
  recorder = new FakeRecorder()
  start.mockReset().mockImplementation(async () => recorder)
  sent = []
  desk.provider
    .on(createFile, ({ body }) => ({
      success: true,
      data: { ...body, id: 'f1', kind: 'audio' as const, state: 'stored' as const, missing: [] },
    }))
    .on(sendMessage, ({ body }) => {
      sent.push(body)
      return { success: true }
    })
})

const mic = () => screen.findByRole('button', { name: 'Gravar áudio' })
const tool = async (name: string) => within(await screen.findByRole('group', { name: 'Gravação' })).findByRole('button', { name })
const says = (words: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(words))
const isGone = () => waitFor(() => expect(screen.queryByRole('group', { name: 'Gravação' })).toBeNull())
const hear = (ms: number, bytes?: number) => act(() => recorder.simulateRecorded(ms, bytes))
const toasts = () => desk.getToasts().map(({ message }) => message)

const open = async (given: Parameters<typeof desk.open>[0] = {}) => {
  const opened = await desk.open(given)
  await mic()
  return opened
}
const hold = async (at = { clientX: 300, clientY: 700 }) => {
  const button = await mic()
  fireEvent.pointerDown(button, { ...at, button: 0, pointerId: 1 })
  await screen.findByRole('group', { name: 'Gravação' })
  return {
    slide: (clientX: number, clientY: number) => fireEvent.pointerMove(button, { clientX, clientY }),
    release: async (clientX = 300) => {
      // Makes the press longer than a click.
      const event = new MouseEvent('pointerup', { bubbles: true, clientX, clientY: 700 })
      Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + 5_000 })
      await act(async () => void button.dispatchEvent(event))
      fireEvent.click(button)
    },
  }
}

describe('recording a voice message', () => {
  it('is not there where the provider has no media, and its room neither', async () => {
    setSignedInUser({ name: 'Ana Souza' })
    await desk.open()
    await desk.findComposerBox()
    expect(screen.queryByRole('button', { name: 'Gravar áudio' })).toBeNull()
  })

  it('MEDIA-07 begins at Enter, is paused, goes on, and is sent as a voice note; all of it is heard', async () => {
    await open()
    const button = await mic()
    button.focus()
    await userEvent.keyboard('{Enter}')
    await says('Gravando')
    const send = await tool('Enviar')
    await waitFor(() => expect(document.activeElement).toBe(send))
    // An accidental second press does not send a recording shorter than a second.
    await userEvent.keyboard('{Enter}')
    hear(12_400)
    await userEvent.keyboard('{Escape}')
    await says('Pausado, 12 segundos')
    await userEvent.click(await tool('Continuar'))
    await says('Gravando')
    await userEvent.click(await tool('Enviar'))
    await says('Áudio enviado')
    await waitFor(() => expect(sent).toEqual([{ content: '', file_id: 'f1', as: 'voice' }]))
    await isGone()
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('is held, and goes when it is let go', async () => {
    await open()
    const { release } = await hold()
    hear(2_000)
    await release()
    await waitFor(() => expect(sent).toEqual([{ content: '', file_id: 'f1', as: 'voice' }]))
    await isGone()
  })

  it('held for less than a second says how it is done, and sends nothing', async () => {
    await open()
    const { release } = await hold()
    hear(700)
    await release()
    expect(toasts()).toEqual(['Segure para gravar, solte para enviar.'])
    await isGone()
    expect(sent).toEqual([])
    expect(recorder.getState().phase).toBe('ended')
  })

  it('slid to the left is discarded when it is let go, and only then', async () => {
    await open()
    const { slide, release } = await hold()
    hear(5_000)
    slide(200, 700)
    expect(screen.getByText('Solte para descartar')).toBeDefined()
    slide(290, 700)
    expect(screen.queryByText('Solte para descartar')).toBeNull()
    slide(150, 700)
    await release(150)
    await says('Áudio descartado')
    await isGone()
    expect(sent).toEqual([])
  })

  it('slid up goes on by itself, until its buttons end it', async () => {
    await open()
    const { slide, release } = await hold()
    hear(5_000)
    slide(300, 600)
    await tool('Descartar')
    await release()
    expect(recorder.getState().phase).toBe('recording')
    await userEvent.click(await tool('Descartar'))
    await isGone()
    expect(sent).toEqual([])
  })

  it('a press and a release in one place begin it as a click does', async () => {
    await open()
    await userEvent.click(await mic())
    expect(await tool('Pausar')).toBeDefined()
    expect(start).toHaveBeenCalledTimes(1)
  })

  it('is heard before it goes; where it cannot be, that is told of until it can', async () => {
    await open()
    await userEvent.click(await mic())
    hear(3_000)
    recorder.shouldFail = true
    await userEvent.click(await tool('Ouvir'))
    await waitFor(() => expect(toasts()).toEqual(['Não foi possível ouvir a gravação.']))
    recorder.shouldFail = false
    await userEvent.click(await tool('Ouvir'))
    expect(await tool('Parar de ouvir')).toBeDefined()
    expect(recorder.getState().phase).toBe('paused')
    expect(toasts()).toEqual([])
  })

  it.each<[MicrophoneErrorReason, string]>([
    ['refused', 'Libere o microfone nas permissões do site.'],
    ['missing', 'Nenhum microfone foi encontrado.'],
    ['busy', 'O microfone está em uso por outro programa.'],
  ])('a microphone that is %s is told of until there is one', async (reason, words) => {
    start.mockRejectedValue(new MicrophoneError(reason))
    await open()
    await userEvent.click(await mic())
    await waitFor(() => expect(toasts()).toEqual([words]))
    expect(screen.queryByRole('group', { name: 'Gravação' })).toBeNull()
    start.mockResolvedValue(recorder)
    await userEvent.click(await mic())
    await tool('Pausar')
    expect(toasts()).toEqual([])
  })

  it('MEDIA-08 above 512 kB says what the lead will see, on WhatsApp only', async () => {
    await open({ conversation: { channel: 'whatsapp' } })
    await userEvent.click(await mic())
    hear(120_000, 512_000)
    expect(screen.queryByText(/Áudio longo/)).toBeNull()
    hear(121_000, 512_001)
    expect(await screen.findByText('Áudio longo: o lead verá um ícone de baixar.')).toBeDefined()
  })

  it('MEDIA-09 says that it goes as a file where the browser makes no Opus, and sends it so', async () => {
    recorder = new FakeRecorder('audio')
    await open()
    await userEvent.click(await mic())
    expect(await screen.findByText('Vai como arquivo de áudio.')).toBeDefined()
    hear(2_000)
    await userEvent.click(await tool('Enviar'))
    await waitFor(() => expect(sent).toEqual([{ content: '', file_id: 'f1', as: 'audio' }]))
  })

  it('what cannot be made ready stays, and can be sent again', async () => {
    await open()
    await userEvent.click(await mic())
    hear(2_000)
    recorder.shouldFail = true
    await userEvent.click(await tool('Enviar'))
    await waitFor(() => expect(toasts()[0]).toMatch(/Ele continua aqui/))
    recorder.shouldFail = false
    await userEvent.click(await tool('Enviar'))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(toasts().join()).not.toMatch(/Ele continua aqui/)
  })

  it('goes on where the page is only built anew, as a window of another width does', async () => {
    const { unmount } = await open()
    await userEvent.click(await mic())
    hear(7_000)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    unmount()
    await desk.render()
    await tool('Pausar')
    vi.advanceTimersByTime(10_000)
    expect(recorder.getState().phase).toBe('recording')
    vi.useRealTimers()
  })

  it('waits in its conversation while another is open: nothing recorded is lost, and nothing goes on being recorded', async () => {
    const { unmount } = await open({ conversation: { lead_name: 'Marina Lopes' } })
    await userEvent.click(await mic())
    hear(7_000)
    unmount()
    await waitFor(() => expect(recorder.getState().phase).toBe('ended'))
    expect(toasts()).toEqual(['O áudio de 0:07 espera na conversa com Marina Lopes.'])
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
    await desk.render()
    await userEvent.click(await tool('Enviar'))
    await waitFor(() => expect(sent).toHaveLength(1))
    const later = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(later)
    expect(later.defaultPrevented).toBe(false)
  })
})
