/** Minimum interval in milliseconds between two sounds. */
const MIN_SOUND_INTERVAL_MS = 2_000

let audioContext: AudioContext | null = null
let lastPlayedAt = Number.NEGATIVE_INFINITY

const SOUND_NOTES = [
  { hertz: 659, offsetSeconds: 0 },
  { hertz: 880, offsetSeconds: 0.09 },
] as const
const NOTE_SECONDS = 0.16

/** Plays a sound of two short notes. Browsers play no sound before the user has interacted with the page. */
export function playAlertSound(now = performance.now()): void {
  if (now - lastPlayedAt < MIN_SOUND_INTERVAL_MS) return
  lastPlayedAt = now
  audioContext ??= new AudioContext()
  void audioContext.resume().catch(() => undefined)
  const start = audioContext.currentTime + 0.01
  for (const { hertz, offsetSeconds } of SOUND_NOTES) {
    const tone = audioContext.createOscillator()
    const volume = audioContext.createGain()
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0, start + offsetSeconds)
    volume.gain.linearRampToValueAtTime(0.12, start + offsetSeconds + 0.015)
    volume.gain.exponentialRampToValueAtTime(0.001, start + offsetSeconds + NOTE_SECONDS)
    tone.connect(volume).connect(audioContext.destination)
    tone.start(start + offsetSeconds)
    tone.stop(start + offsetSeconds + NOTE_SECONDS)
  }
}

/** Shows a browser notification, at most one per conversation. It does not contain the text of the message. */
// oxlint-disable browsers/supported -- tested for in the first line
export function showBrowserNotification(options: { tag: string; name: string; onClick: () => void }): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const notification = new Notification(options.name, {
      body: 'Nova mensagem na Prosa',
      tag: options.tag,
      icon: '/icon-192.png',
      silent: true,
    })
    notification.addEventListener('click', () => {
      window.focus()
      options.onClick()
      notification.close()
    })
  } catch {
    // Some phones allow only service workers to show notifications. Title and sound still alert the user.
  }
}
