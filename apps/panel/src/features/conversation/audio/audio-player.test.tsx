import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { resetPanelState } from '../../../testing/session.ts'
import { stubMediaPlayers } from '../testing/stub-media-players.ts'
import { AudioPlayer } from './audio-player.tsx'
import { replaceAudioId, useAudioPlayer } from './audio-player-store.ts'
import { NowPlaying } from './now-playing.tsx'

const packing = vi.hoisted(() => ({ repackageAsWebm: vi.fn<(voice: Blob) => Promise<Blob>>() }))
vi.mock(import('@prosa/voice/repackage-as-webm'), () => packing)

const OGG = 'audio/ogg; codecs=opus'
const sound = (id: string) => ({ id, source: `http://localhost:3000/api/media/${id}`, mimeType: OGG })
const bubbles = (...ids: string[]) => (
  <>
    {ids.map((id) => (
      <AudioPlayer key={id} track={sound(id)} label={`Voz ${id}`} durationMs={40_000} />
    ))}
  </>
)
const bubble = (id: string) => within(screen.getByRole('group', { name: `Voz ${id}` }))
const press = (id: string, name: string) => userEvent.click(bubble(id).getByRole('button', { name }))

afterEach(() => {
  useAudioPlayer.setState(useAudioPlayer.getInitialState(), true)
  resetPanelState()
})

describe('a voice message in its bubble', () => {
  it('MEDIA-11 starting another stops it, where it was left it goes on', async () => {
    const playing = stubMediaPlayers()
    render(bubbles('1', '2'))
    await press('1', 'Ouvir')
    expect(bubble('1').getByRole('button', { name: 'Pausar' })).toBeDefined()
    fireEvent.change(bubble('1').getByRole('slider'), { target: { value: '12' } })
    await press('2', 'Ouvir')
    expect(bubble('1').getByRole('button', { name: 'Ouvir' })).toBeDefined()
    expect(bubble('2').getByRole('button', { name: 'Pausar' })).toBeDefined()
    expect(bubble('1').getByRole('slider').getAttribute('aria-valuetext')).toBe('12 segundos de 40 segundos')
    await press('1', 'Ouvir')
    expect(useAudioPlayer.getState()).toMatchObject({ id: '1', position: 12 })
    expect(playing.map((src) => src.slice(-1))).toEqual(['1', '2', '1'])
  })

  it('MEDIA-11 goes on while its bubble is out of sight, and is paused when it comes back', async () => {
    stubMediaPlayers()
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause')
    const { rerender } = render(bubbles('3'))
    await press('3', 'Ouvir')
    pause.mockClear()
    rerender(bubbles())
    expect(pause).not.toHaveBeenCalled()
    expect(useAudioPlayer.getState().phase).toBe('playing')
    rerender(bubbles('3'))
    expect(screen.queryByRole('button', { name: 'Pausar o áudio que está tocando' })).toBeNull()
    await press('3', 'Pausar')
    expect(pause).toHaveBeenCalledTimes(1)
  })

  it('MEDIA-11 heard while it is on its way, it is heard on as the message that it becomes, fetched or not', async () => {
    const playing = stubMediaPlayers({ isOgg: false })
    vi.stubGlobal('fetch', async () => ({ ok: true, blob: async () => new Blob(['OggS']) }))
    const { promise, resolve } = Promise.withResolvers<Blob>()
    packing.repackageAsWebm.mockReturnValue(promise)
    const { rerender } = render(bubbles('on its way'))
    await press('on its way', 'Ouvir')
    replaceAudioId('8', 'on its way')
    rerender(bubbles('8'))
    resolve(new Blob(['webm'], { type: 'audio/webm' }))
    await waitFor(() => expect(playing).toEqual(['blob:audio/webm']))
    expect(bubble('8').getByRole('button', { name: 'Pausar' })).toBeDefined()
    replaceAudioId('9', '8')
    expect(bubble('8').getByRole('button', { name: 'Pausar' })).toBeDefined()
    rerender(bubbles('9'))
    expect(bubble('9').getByRole('button', { name: 'Pausar' })).toBeDefined()
  })

  it('MEDIA-11 out of sight it can be paused all the same', async () => {
    stubMediaPlayers()
    const { rerender } = render(bubbles('7'))
    await press('7', 'Ouvir')
    rerender(<NowPlaying />)
    await userEvent.click(screen.getByRole('button', { name: 'Pausar o áudio que está tocando' }))
    expect(useAudioPlayer.getState().phase).toBe('paused')
    expect(screen.queryByRole('button', { name: 'Pausar o áudio que está tocando' })).toBeNull()
  })

  it('shows its length before it is loaded, loads nothing until it is asked for, and goes at three speeds', async () => {
    const playing = stubMediaPlayers()
    render(bubbles('4'))
    expect(bubble('4').getByText('0:40')).toBeDefined()
    expect(playing).toEqual([])
    for (const speed of ['1×', '1,5×', '2×', '1×']) {
      await press('4', `Velocidade ${speed}`)
    }
  })

  it('MEDIA-10 where the browser plays no OGG it is put into another container, and played', async () => {
    const playing = stubMediaPlayers({ isOgg: false })
    const voice = new Blob(['OggS'])
    vi.stubGlobal('fetch', async () => ({ ok: true, blob: async () => voice }))
    packing.repackageAsWebm.mockResolvedValue(new Blob(['webm'], { type: 'audio/webm' }))
    render(bubbles('5'))
    await press('5', 'Ouvir')
    await waitFor(() => expect(playing).toEqual(['blob:audio/webm']))
    expect(packing.repackageAsWebm.mock.calls[0]?.[0]).toBe(voice)
  })

  it('MEDIA-10 paused while it is fetched it stays silent, and the next press hears it from where it was', async () => {
    const playing = stubMediaPlayers({ isOgg: false })
    const fetching = vi.fn(async () => ({ ok: true, blob: async () => new Blob(['OggS']) }))
    vi.stubGlobal('fetch', fetching)
    const { promise, resolve } = Promise.withResolvers<Blob>()
    packing.repackageAsWebm.mockReturnValue(promise)
    render(bubbles('10'))
    fireEvent.change(bubble('10').getByRole('slider'), { target: { value: '12' } })
    await press('10', 'Ouvir')
    await press('10', 'Pausar')
    expect(bubble('10').getByRole('slider').getAttribute('aria-valuetext')).toBe('12 segundos de 40 segundos')
    resolve(new Blob(['webm'], { type: 'audio/webm' }))
    await new Promise((later) => setTimeout(later, 50))
    expect(playing).toEqual([])
    await press('10', 'Ouvir')
    await waitFor(() => expect(playing).toEqual(['blob:audio/webm']))
    expect(useAudioPlayer.getState()).toMatchObject({ id: '10', phase: 'playing', position: 12 })
  })

  it('MEDIA-11 whoever hears the page is not told its place each second', async () => {
    stubMediaPlayers()
    render(bubbles('11'))
    for (const time of ['0:00', '0:40']) expect(bubble('11').getByText(time).closest('[aria-hidden="true"]')).not.toBeNull()
  })

  it('that cannot be had says so, and is tried again at the next press', async () => {
    const playing = stubMediaPlayers({ isOgg: false })
    vi.stubGlobal('fetch', async () => ({ ok: false, status: 404 }))
    render(bubbles('6'))
    await press('6', 'Ouvir')
    expect((await screen.findByRole('alert')).textContent).toBe('Não foi possível tocar.Baixar')
    vi.stubGlobal('fetch', async () => ({ ok: true, blob: async () => new Blob(['OggS']) }))
    packing.repackageAsWebm.mockResolvedValue(new Blob(['webm'], { type: 'audio/webm' }))
    await press('6', 'Ouvir')
    await waitFor(() => expect(playing).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
