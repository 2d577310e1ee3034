const PLAYERS = 'audio, video'

const playerIn = (element: ParentNode): HTMLMediaElement | null => element.querySelector<HTMLMediaElement>(PLAYERS)

/** Starting one stops every other (MEDIA-11). */
export const playOneAtATime = (root: HTMLElement): void =>
  root.addEventListener(
    'play',
    ({ target }) => {
      for (const player of root.querySelectorAll<HTMLMediaElement>(PLAYERS)) if (player !== target) player.pause()
    },
    true,
  )

/** What plays goes on where its bubble is drawn anew: moved at once, it is never out of the page. */
export const keepPlaying = (before: HTMLElement, after: HTMLElement): void => {
  const playing = playerIn(before)
  if (playing && !playing.paused) playerIn(after)?.replaceWith(playing)
}
