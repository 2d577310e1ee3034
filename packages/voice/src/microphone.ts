/**
 * Reasons why the microphone cannot be used: permission was denied (`refused`), no microphone exists, another program uses it, or the
 * browser cannot record.
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
  stream: MediaStream
  /** Registers a callback that runs when the microphone is unplugged or the user withdraws the permission. */
  onLost: (listener: () => void) => void
  /** Stops the microphone, so that the browser's recording indicator disappears. */
  release: () => void
}

/**
 * Opens the microphone; the browser may ask the user for permission.
 * @throws MicrophoneError with the reason why the microphone cannot be used
 */
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

/** Mixes the audio of a microphone down to one channel. Necessary because some browsers ignore the requested `channelCount`. */
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
