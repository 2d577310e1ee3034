/** Fields of a KeyboardEvent that the check needs. */
interface KeyPress {
  readonly isComposing: boolean
  readonly keyCode: number
}

/** `keyCode` of keys that an input method handles. In Safari, only this code identifies the key that ends a composition. */
const IME_KEY_CODE = 229

/** Whether an input method (IME) handles the key, so that the page must ignore it. */
export const isImeKeyPress = ({ isComposing, keyCode }: KeyPress): boolean => isComposing || keyCode === IME_KEY_CODE
