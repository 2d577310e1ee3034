import type { ReactNode } from 'react'

/**
 * Returns a component for one of the four icons of form fields. They are drawn here so that the login page does not load the icon library.
 */
const createGlyph =
  (shape: ReactNode) =>
  ({ className }: { className?: string }) => (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {shape}
    </svg>
  )

const EYE_PATH = 'M2 12c2-4.5 5.5-7 10-7s8 2.5 10 7c-2 4.5-5.5 7-10 7s-8-2.5-10-7Z'

export const AlertGlyph = createGlyph(
  <>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 7v6m0 4v.01" />
  </>,
)
export const EyeGlyph = createGlyph(
  <>
    <path d={EYE_PATH} />
    <circle cx="12" cy="12" r="3" />
  </>,
)
export const EyeOffGlyph = createGlyph(
  <>
    <path d={EYE_PATH} />
    <path d="M4 20 20 4" />
  </>,
)
export const ChevronDownGlyph = createGlyph(<path d="m6 9 6 6 6-6" />)
