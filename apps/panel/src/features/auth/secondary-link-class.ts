/** CSS classes of an underlined text link for an action that is rarely needed. */
export const SECONDARY_LINK_CLASS =
  'inline-flex min-h-8 coarse:min-h-11 items-center rounded-control text-ink-2 text-ui underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current'
