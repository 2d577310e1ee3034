/** Reasons why recording is not possible. */
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
  /** Has one audio channel. */
  stream: MediaStream
  /** Calls `then` when the microphone is unplugged or its permission is withdrawn. */
  onLost: (then: () => void) => void
  /** Stops the microphone, so that the browser's recording indicator disappears. */
  release: () => void
}

/** Requests the microphone; the browser may prompt the user. @throws MicrophoneError */
export async function openMicrophone(): Promise<Microphone> {
  // Browsers provide neither on pages without HTTPS.
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
    onLost: (then: () => void) => track?.addEventListener('ended', then),
    release: () => track?.stop(),
  }
  return track?.getSettings().channelCount === 1 ? microphone : mixToMono(microphone)
}

/** Mixes the audio down to one channel, because a microphone may ignore the requested `channelCount`. */
function mixToMono({ stream, onLost, release }: Microphone): Microphone {
  const context = new AudioContext()
  const one = new MediaStreamAudioDestinationNode(context, { channelCount: 1, channelCountMode: 'explicit' })
  context.createMediaStreamSource(stream).connect(one)
  return {
    stream: one.stream,
    onLost,
    release: () => {
      release()
      if (context.state !== 'closed') void context.close()
    },
  }
}
