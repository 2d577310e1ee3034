import { cx } from '../cx.ts'

/** CSS classes of a floating layer. It fades and moves by 4 px: in 120 ms when opening, in 80 ms when closing. */
export const LAYER_CLASS =
  'rounded-card border border-line bg-surface text-ink shadow-float outline-none transition-[opacity,translate] duration-(--time-in) data-ending-style:opacity-0 data-ending-style:duration-(--time-out) data-starting-style:translate-y-1 data-starting-style:opacity-0'

/** CSS classes of a layer above all others. */
export const TOP_LAYER_CLASS = 'z-50 outline-none'

/** CSS classes of the backdrop between the page and a dialog. */
export const SCRIM_CLASS =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-(--time-in) data-ending-style:opacity-0 data-starting-style:opacity-0'

export const DIALOG_POPUP_CLASS = cx(
  LAYER_CLASS,
  'fixed inset-x-4 top-[12dvh] z-50 mx-auto max-h-[76dvh] max-w-md overflow-y-auto p-5',
)

/** CSS classes of a dialog that fills the screen on phones, for content longer than a sentence and two buttons. */
export const FULL_SCREEN_ON_PHONES_CLASS =
  'max-sm:inset-0 max-sm:max-h-none max-sm:max-w-none max-sm:rounded-none max-sm:border-0 max-sm:flex max-sm:flex-col'
