/** Parts of a key press that are read. */
interface KeyPress {
  readonly isComposing: boolean
  readonly keyCode: number
}

/** Code of every key that an input method consumes. Safari reports the key that ends a composition by this alone. */
const CONSUMED_KEY = 229

/** Whether a key belongs to the input method that composes a character, and so means nothing to the page. */
export const isOfComposition = ({ isComposing, keyCode }: KeyPress): boolean => isComposing || keyCode === CONSUMED_KEY
