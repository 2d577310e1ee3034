/**
 * Reasons why the microphone cannot be used: the user or browser denied permission, there is none, it is used elsewhere, or the browser
 * cannot record.
 */
export type MicrophoneErrorReason = 'refused' | 'missing' | 'busy' | 'unsupported'

const REASON_BY_ERROR_NAME: Readonly<Record<string, MicrophoneErrorReason>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}

export class MicrophoneError extends Error {
  readonly reason: MicrophoneErrorReason

  constructor(reason: MicrophoneErrorReason, cause?: unknown) {
    super(`No microphone: ${reason}`, { cause })
    this.reason = reason
  }
}

export interface Microphone {
  /** Audio stream with one channel. */
  stream: MediaStream
  /** Registers a callback for when the microphone is unplugged or its permission is withdrawn. */
  onLost: (listener: () => void) => void
  /** Stops the microphone. The browser's recording indicator then disappears. */
  release: () => void
}

/** Opens the microphone, for which the browser may prompt the user. @throws MicrophoneError with the reason why it cannot be used */
export async function openMicrophone(): Promise<Microphone> {
  // On pages without HTTPS, browsers provide neither `mediaDevices` nor MediaRecorder.
  if (!navigator.mediaDevices || typeof MediaRecorder === 'undefined') throw new MicrophoneError('unsupported')
  let stream: MediaStream
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    })
  } catch (cause) {
    throw new MicrophoneError((cause instanceof DOMException && REASON_BY_ERROR_NAME[cause.name]) || 'busy', cause)
  }
  const [track] = stream.getAudioTracks()
  const microphone = {
    stream,
    onLost: (listener: () => void) => track?.addEventListener('ended', listener),
    release: () => track?.stop(),
  }
  return track?.getSettings().channelCount === 1 ? microphone : mixToMono(microphone)
}

/** Mixes the audio of a microphone down to one channel. Necessary because a browser may ignore the requested `channelCount`. */
function mixToMono({ stream, onLost, release }: Microphone): Microphone {
  const context = new AudioContext()
  const monoDestination = new MediaStreamAudioDestinationNode(context, { channelCount: 1, channelCountMode: 'explicit' })
  context.createMediaStreamSource(stream).connect(monoDestination)
  return {
    stream: monoDestination.stream,
    onLost,
    release: () => {
      release()
      if (context.state !== 'closed') void context.close()
    },
  }
}
