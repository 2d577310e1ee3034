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
 * Creates the voice recorder, which replaces the message input while recording.
 * @param putFile adds the recording to the messages to send
 */
export const createVoiceRecorder = ({ parts }: LazyFilesPorts, putFile: (file: SendableFile, caption: string) => void) => {
  const statusLine = buildElement('p', 'said')
  statusLine.setAttribute('role', 'status')
  parts.form.before(statusLine)
  let isBusy = false

  const record = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    statusLine.textContent = ''
    try {
      showRecordingBar(await startRecording())
    } catch (error) {
      statusLine.textContent = NO_MICROPHONE_TEXTS[error instanceof MicrophoneError ? error.reason : 'busy']
    } finally {
      isBusy = false
    }
  }

  const showRecordingBar = (recorder: Recorder) => {
    const bar = buildElement('div', 'recording')
    bar.setAttribute('role', 'group')
    bar.setAttribute('aria-label', 'Mensagem de voz')
    const state = buildElement('p', 'sr-only')
    state.setAttribute('role', 'status')
    const time = buildElement('p', 'recorded')
    const note = buildElement('p', 'record-note', recorder.mediaType === 'audio' ? AUDIO_FILE_TEXT : '')
    const audio = buildElement('audio', 'heard')
    const pauseButton = createTextButton(
      'Pausar',
      () => (recorder.getState().phase === 'paused' ? recorder.resume() : recorder.pause()),
      'quiet',
    )
    const listenButton = createTextButton('Ouvir', () => void play(), 'quiet')
    const discardButton = createTextButton('Descartar', () => close(''), 'quiet')
    const sendButton = createTextButton('Enviar', () => void finish(), 'act')

    const render = () => {
      const { phase } = recorder.getState()
      bar.dataset.phase = phase
      pauseButton.hidden = phase === 'ended'
      pauseButton.textContent = phase === 'paused' ? 'Continuar' : 'Pausar'
      listenButton.hidden = phase === 'recording'
      const length = formatSpokenDuration(recorder.getElapsedMs())
      state.textContent =
        phase === 'recording' ? 'Gravando' : phase === 'paused' ? `Pausado, ${length}` : `Gravação encerrada, ${length}`
      tick()
    }
    const tick = () => {
      time.textContent = formatDuration(recorder.getElapsedMs())
      sendButton.disabled = recorder.getElapsedMs() < MIN_RECORDING_MS
    }
    const unsubscribe = recorder.subscribe(render)
    const timer = setInterval(tick, TICK_MS)
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const close = (text: string) => {
      clearInterval(timer)
      unsubscribe()
      recorder.stop()
      removeEventListener('beforeunload', confirmUnload)
      if (audio.src) URL.revokeObjectURL(audio.src)
      audio.pause()
      bar.remove()
      parts.form.hidden = false
      statusLine.textContent = text
      parts.recordButton.focus()
    }
    const play = async () => {
      try {
        const { blob } = await recorder.getRecording()
        audio.src = URL.createObjectURL(blob)
        await audio.play()
      } catch {
        note.textContent = PREPARATION_FAILED_TEXT
      }
    }
    const finish = async () => {
      if (isBusy || recorder.getElapsedMs() < MIN_RECORDING_MS) return
      isBusy = true
      recorder.stop()
      try {
        const { blob, filename, mediaType } = await recorder.getRecording()
        close('')
        putFile({ blob, name: filename, mediaType }, '')
      } catch {
        note.textContent = PREPARATION_FAILED_TEXT
      } finally {
        isBusy = false
      }
    }

    bar.append(discardButton, time, pauseButton, listenButton, sendButton, note, state, audio)
    parts.form.hidden = true
    parts.form.after(bar)
    addEventListener('beforeunload', confirmUnload)
    render()
    sendButton.focus()
  }

  return { record }
}
