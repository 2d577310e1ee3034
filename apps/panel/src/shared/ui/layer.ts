/** A floating layer: appears in 120 ms, leaves in 80, by opacity and 4 px. */
export const LAYER =
  'rounded-card border border-line bg-surface text-ink shadow-float outline-none transition-[opacity,translate] duration-(--time-in) data-ending-style:opacity-0 data-ending-style:duration-(--time-out) data-starting-style:translate-y-1 data-starting-style:opacity-0'

/** Above the page, below nothing. */
export const ABOVE = 'z-50 outline-none'
