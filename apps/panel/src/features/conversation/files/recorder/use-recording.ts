import { LONGEST_MS, lengthText, lengthWords, SHORTEST_MS } from '@prosa/voice/lengths'
import { MicrophoneError, type NoMicrophone } from '@prosa/voice/microphone'
import { type Recorder, startRecording } from '@prosa/voice/recorder'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { notify, takeBack } from '../../../../shared/notifications.ts'
import { pause as pausePlayer } from '../player/player.ts'
import { type FileSending, sendFiles } from '../send-files.ts'
import { dropRecording, keepRecording, recordingIn, useRecordings } from './recordings.ts'

const NO_MICROPHONE: Readonly<Record<NoMicrophone, string>> = {
  refused: 'Libere o microfone nas permissões do site.',
  missing: 'Nenhum microfone foi encontrado.',
  busy: 'O microfone está em uso por outro programa.',
  unsupported: 'Este navegador não grava áudio neste endereço.',
}
const TOO_SHORT = 'Segure para gravar, solte para enviar.'
const NOT_READY = 'Não foi possível preparar o áudio. Ele continua aqui: tente de novo.'
/** Subject of notifications about recording. They are removed when a recording succeeds or is dropped. */
export const RECORDING = ['recording']

const saidOf = (recorder: Recorder): string => {
  const length = lengthWords(recorder.elapsed())
  switch (recorder.getState().phase) {
    case 'recording':
      return 'Gravando'
    case 'paused':
      return `Pausado, ${length}`
    case 'ended':
      return `Gravação encerrada, ${length}`
  }
}

interface Place {
  conversationId: string
  leadName: string
  sending: FileSending
  onPut: () => void
}

/** Conversations whose recorder is rendered. */
const shown = new Set<string>()
const LEFT_AFTER_MS = 500

/** Stops the recording when the user opens another page; it stays in its conversation. */
function leave(conversationId: string, leadName: string): void {
  const recorder = recordingIn(useRecordings.getState(), conversationId)
  if (!recorder || recorder.getState().phase === 'ended') return
  const elapsed = recorder.elapsed()
  if (elapsed < SHORTEST_MS) return dropRecording(recorder)
  recorder.end()
  const message = `O áudio de ${lengthText(elapsed)} espera na conversa com ${leadName}.`
  notify.info({ title: 'A gravação parou', message, about: [...RECORDING, conversationId] })
}

/** State of this conversation's recording, from the press to its bubble. */
export function useRecording({ conversationId, leadName, sending, onPut }: Place) {
  const recorder = useRecordings((all) => recordingIn(all, conversationId))
  const [said, say] = useState('')
  const [isBusy, setBusy] = useState(false)
  /** Number of the microphone request. An outdated one is ignored. */
  const asking = useRef(0)

  useEffect(
    () =>
      recorder?.subscribe(() => {
        say(saidOf(recorder))
      }),
    [recorder],
  )

  const begin = async (): Promise<void> => {
    if (recorder || isBusy) return
    pausePlayer()
    const mine = ++asking.current
    setBusy(true)
    try {
      const started = await startRecording()
      if (mine !== asking.current) return started.end()
      takeBack(RECORDING)
      keepRecording(conversationId, started)
      say(saidOf(started))
    } catch (error) {
      const reason = error instanceof MicrophoneError ? error.reason : 'busy'
      if (mine === asking.current) notify.error({ title: 'Sem microfone', message: NO_MICROPHONE[reason], about: RECORDING })
    } finally {
      setBusy(false)
    }
  }

  const callOff = () => {
    asking.current++
  }

  const discard = () => {
    callOff()
    if (!recorder) return
    pausePlayer()
    takeBack(RECORDING)
    dropRecording(recorder)
    say('Áudio descartado')
  }

  const hint = () => {
    callOff()
    if (recorder) dropRecording(recorder)
    say('')
    notify.info({ title: 'Gravar áudio', message: TOO_SHORT, about: RECORDING })
  }

  const send = async () => {
    if (!recorder) return callOff()
    if (recorder.elapsed() < SHORTEST_MS) return
    pausePlayer()
    recorder.end()
    setBusy(true)
    try {
      const { blob, filename, as } = await recorder.take()
      takeBack(RECORDING)
      dropRecording(recorder)
      void sendFiles(sending, [{ blob, name: filename, as }])
      onPut()
      say('Áudio enviado')
    } catch {
      notify.error({ message: NOT_READY, about: RECORDING })
    } finally {
      setBusy(false)
    }
  }

  const onShown = useEffectEvent(() => {
    shown.add(conversationId)
    return () => {
      callOff()
      shown.delete(conversationId)
      // A change of the layout remounts the page for a moment; that does not stop the recording.
      setTimeout(() => {
        if (!shown.has(conversationId)) leave(conversationId, leadName)
      }, LEFT_AFTER_MS)
    }
  })
  useEffect(() => onShown(), [])

  return { recorder, said, isBusy, begin, discard, hint, send }
}

export const hasReachedEnd = (recorder: Recorder): boolean => recorder.elapsed() >= LONGEST_MS
