import { cx } from '../lib/cx.ts'

/** A floating layer: appears in 120 ms, leaves in 80, by opacity and 4 px. */
export const LAYER =
  'rounded-card border border-line bg-surface text-ink shadow-float outline-none transition-[opacity,translate] duration-(--time-in) data-ending-style:opacity-0 data-ending-style:duration-(--time-out) data-starting-style:translate-y-1 data-starting-style:opacity-0'

/** Above the page, below nothing. */
export const ABOVE = 'z-50 outline-none'

/** Between the page and a dialog. */
export const SCRIM =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-(--time-in) data-ending-style:opacity-0 data-starting-style:opacity-0'

export const DIALOG_POPUP = cx(LAYER, 'fixed inset-x-4 top-[12dvh] z-50 mx-auto max-h-[76dvh] max-w-md overflow-y-auto p-5')

/** Where a phone's whole height is its own: what is more than a sentence and two buttons. */
export const TALL_ON_PHONES =
  'max-sm:inset-0 max-sm:max-h-none max-sm:max-w-none max-sm:rounded-none max-sm:border-0 max-sm:flex max-sm:flex-col'
