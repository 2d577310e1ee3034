/** Fields of a KeyboardEvent that isImeKeyPress reads. */
interface KeyPress {
  readonly isComposing: boolean
  readonly keyCode: number
}

/** `keyCode` of keys that an input method (IME) handles. In Safari, only this code identifies the key that ends a composition. */
const IME_KEY_CODE = 229

/** Returns whether an input method (IME) handles the key press, so that the page must ignore it. */
export const isImeKeyPress = ({ isComposing, keyCode }: KeyPress): boolean => isComposing || keyCode === IME_KEY_CODE
