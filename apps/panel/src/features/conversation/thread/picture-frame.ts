/** Of one size whatever arrives in it: a picture that grew when it came would push the newest message out of sight. */
export const FRAME = 'aspect-4/3 w-80 max-w-full rounded-control bg-hover'
