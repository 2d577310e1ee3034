/** Why there is nothing to record with. */
export type NoMicrophone = 'refused' | 'missing' | 'busy' | 'unsupported'

const REASONS: Readonly<Record<string, NoMicrophone>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}

export class MicrophoneError extends Error {
  readonly reason: NoMicrophone

  constructor(reason: NoMicrophone, cause?: unknown) {
    super(`No microphone: ${reason}`, { cause })
    this.reason = reason
  }
}

export interface Microphone {
  /** Of one channel. */
  stream: MediaStream
  /** It was unplugged, or taken away by the browser's person. */
  onLost: (then: () => void) => void
  /** Gives it back: the browser's sign of recording goes. */
  release: () => void
}

/** Asks for the microphone; the browser may ask its person. @throws MicrophoneError */
export async function openMicrophone(): Promise<Microphone> {
  // Browsers have neither on pages that came over an open line.
  if (!navigator.mediaDevices || typeof MediaRecorder === 'undefined') throw new MicrophoneError('unsupported')
  let stream: MediaStream
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    })
  } catch (cause) {
    throw new MicrophoneError((cause instanceof DOMException && REASONS[cause.name]) || 'busy', cause)
  }
  const [track] = stream.getAudioTracks()
  const microphone = {
    stream,
    onLost: (then: () => void) => track?.addEventListener('ended', then),
    release: () => track?.stop(),
  }
  return track?.getSettings().channelCount === 1 ? microphone : inOneChannel(microphone)
}

/** One channel is a wish that a microphone need not heed. */
function inOneChannel({ stream, onLost, release }: Microphone): Microphone {
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
