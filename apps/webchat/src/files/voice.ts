import { lengthText, lengthWords, SHORTEST_MS } from '@prosa/voice/lengths'
import { MicrophoneError, type NoMicrophone } from '@prosa/voice/microphone'
import { type Recorder, startRecording } from '@prosa/voice/recorder'
import type { LatePorts } from './ports.ts'
import { element, type Ready, textButton } from './ready.ts'

const NO_MICROPHONE: Readonly<Record<NoMicrophone, string>> = {
  refused: 'Libere o microfone nas permissões do site.',
  missing: 'Nenhum microfone foi encontrado.',
  busy: 'O microfone está em uso por outro programa.',
  unsupported: 'Este navegador não grava áudio neste endereço.',
}
const PLAIN = 'Vai como arquivo de áudio.'
const NOT_READY = 'Não foi possível preparar o áudio. Ele continua aqui: tente de novo.'
const TICK_MS = 250

/** Recorder of voice messages, shown in place of the composer. A press starts it; its own buttons end it. */
export const createVoice = ({ parts }: LatePorts, putFile: (file: Ready, caption: string) => void) => {
  const said = element('p', 'said')
  said.setAttribute('role', 'status')
  parts.form.before(said)
  let isBusy = false

  const record = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    said.textContent = ''
    try {
      open(await startRecording())
    } catch (error) {
      said.textContent = NO_MICROPHONE[error instanceof MicrophoneError ? error.reason : 'busy']
    } finally {
      isBusy = false
    }
  }

  const open = (recorder: Recorder) => {
    const bar = element('div', 'recording')
    bar.setAttribute('role', 'group')
    bar.setAttribute('aria-label', 'Mensagem de voz')
    const state = element('p', 'sr-only')
    state.setAttribute('role', 'status')
    const time = element('p', 'recorded')
    const note = element('p', 'record-note', recorder.as === 'audio' ? PLAIN : '')
    const sound = element('audio', 'heard')
    const hold = textButton(
      'Pausar',
      () => (recorder.getState().phase === 'paused' ? recorder.resume() : recorder.pause()),
      'quiet',
    )
    const hear = textButton('Ouvir', () => void play(), 'quiet')
    const discard = textButton('Descartar', () => close(''), 'quiet')
    const send = textButton('Enviar', () => void finish(), 'act')

    const draw = () => {
      const { phase } = recorder.getState()
      bar.dataset.phase = phase
      hold.hidden = phase === 'ended'
      hold.textContent = phase === 'paused' ? 'Continuar' : 'Pausar'
      hear.hidden = phase === 'recording'
      const length = lengthWords(recorder.elapsed())
      state.textContent =
        phase === 'recording' ? 'Gravando' : phase === 'paused' ? `Pausado, ${length}` : `Gravação encerrada, ${length}`
      tick()
    }
    const tick = () => {
      time.textContent = lengthText(recorder.elapsed())
      send.disabled = recorder.elapsed() < SHORTEST_MS
    }
    const leave = recorder.subscribe(draw)
    const timer = setInterval(tick, TICK_MS)
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const close = (words: string) => {
      clearInterval(timer)
      leave()
      recorder.end()
      removeEventListener('beforeunload', warn)
      if (sound.src) URL.revokeObjectURL(sound.src)
      sound.pause()
      bar.remove()
      parts.form.hidden = false
      said.textContent = words
      parts.record.focus()
    }
    const play = async () => {
      try {
        const { blob } = await recorder.take()
        sound.src = URL.createObjectURL(blob)
        await sound.play()
      } catch {
        note.textContent = NOT_READY
      }
    }
    const finish = async () => {
      if (isBusy || recorder.elapsed() < SHORTEST_MS) return
      isBusy = true
      recorder.end()
      try {
        const { blob, filename, as } = await recorder.take()
        close('')
        putFile({ blob, name: filename, as }, '')
      } catch {
        note.textContent = NOT_READY
      } finally {
        isBusy = false
      }
    }

    bar.append(discard, time, hold, hear, send, note, state, sound)
    parts.form.hidden = true
    parts.form.after(bar)
    addEventListener('beforeunload', warn)
    draw()
    send.focus()
  }

  return { record }
}
