const PLAYERS = 'audio, video'

const playerIn = (element: ParentNode): HTMLMediaElement | null => element.querySelector<HTMLMediaElement>(PLAYERS)

/** Pauses other players when one starts (MEDIA-11). */
export const playOneAtATime = (root: HTMLElement): void =>
  root.addEventListener(
    'play',
    ({ target }) => {
      for (const player of root.querySelectorAll<HTMLMediaElement>(PLAYERS)) if (player !== target) player.pause()
    },
    true,
  )

/** Moves a playing element into the redrawn bubble. It never leaves the document, so it keeps playing. */
export const keepPlaying = (before: HTMLElement, after: HTMLElement): void => {
  const playing = playerIn(before)
  if (playing && !playing.paused) playerIn(after)?.replaceWith(playing)
}
