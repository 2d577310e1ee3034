import { MicrophoneError, type MicrophoneErrorReason } from '@prosa/voice/microphone'
import { type Recorder, startRecording } from '@prosa/voice/recorder'
import { formatDuration, formatSpokenDuration, MIN_RECORDING_MS } from '@prosa/voice/recording-duration'
import type { LazyFilesPorts } from './ports.ts'
import { buildElement, createTextButton, type SendableFile } from './sendable-file.ts'

const NO_MICROPHONE_TEXTS: Readonly<Record<MicrophoneErrorReason, string>> = {
  refused: 'Libere o microfone nas permissões do site.',
  missing: 'Nenhum microfone foi encontrado.',
  busy: 'O microfone está em uso por outro programa.',
  unsupported: 'Este navegador não grava áudio neste endereço.',
}
const AUDIO_FILE_TEXT = 'Vai como arquivo de áudio.'
const PREPARATION_FAILED_TEXT = 'Não foi possível preparar o áudio. Ele continua aqui: tente de novo.'
const TICK_MS = 250

/**
 * Creates the recorder of voice messages, which is shown in place of the message input. A button press starts a recording; buttons of the
 * recorder end it.
 * @param putFile appends the recording to the messages to send
 */
export const createVoiceRecorder = ({ parts }: LazyFilesPorts, putFile: (file: SendableFile, caption: string) => void) => {
  const said = buildElement('p', 'said')
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
      said.textContent = NO_MICROPHONE_TEXTS[error instanceof MicrophoneError ? error.reason : 'busy']
    } finally {
      isBusy = false
    }
  }

  const open = (recorder: Recorder) => {
    const bar = buildElement('div', 'recording')
    bar.setAttribute('role', 'group')
    bar.setAttribute('aria-label', 'Mensagem de voz')
    const state = buildElement('p', 'sr-only')
    state.setAttribute('role', 'status')
    const time = buildElement('p', 'recorded')
    const note = buildElement('p', 'record-note', recorder.as === 'audio' ? AUDIO_FILE_TEXT : '')
    const sound = buildElement('audio', 'heard')
    const hold = createTextButton(
      'Pausar',
      () => (recorder.getState().phase === 'paused' ? recorder.resume() : recorder.pause()),
      'quiet',
    )
    const hear = createTextButton('Ouvir', () => void play(), 'quiet')
    const discard = createTextButton('Descartar', () => close(''), 'quiet')
    const send = createTextButton('Enviar', () => void finish(), 'act')

    const draw = () => {
      const { phase } = recorder.getState()
      bar.dataset.phase = phase
      hold.hidden = phase === 'ended'
      hold.textContent = phase === 'paused' ? 'Continuar' : 'Pausar'
      hear.hidden = phase === 'recording'
      const length = formatSpokenDuration(recorder.elapsed())
      state.textContent =
        phase === 'recording' ? 'Gravando' : phase === 'paused' ? `Pausado, ${length}` : `Gravação encerrada, ${length}`
      tick()
    }
    const tick = () => {
      time.textContent = formatDuration(recorder.elapsed())
      send.disabled = recorder.elapsed() < MIN_RECORDING_MS
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
        note.textContent = PREPARATION_FAILED_TEXT
      }
    }
    const finish = async () => {
      if (isBusy || recorder.elapsed() < MIN_RECORDING_MS) return
      isBusy = true
      recorder.end()
      try {
        const { blob, filename, as } = await recorder.take()
        close('')
        putFile({ blob, name: filename, as }, '')
      } catch {
        note.textContent = PREPARATION_FAILED_TEXT
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
