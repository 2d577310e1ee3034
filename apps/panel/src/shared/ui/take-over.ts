import { takeTyped } from './early-field.tsx'

/** `ref` of a field that replaces an `EarlyField`: takes over its focus and typed text. */
export const takeOver = (field: HTMLInputElement | null): void => {
  field?.focus()
  // Waits until the components around the field listen to its input.
  queueMicrotask(() => {
    const typed = takeTyped()
    if (!field || !typed) return
    field.setRangeText(typed, 0, 0, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  })
}
