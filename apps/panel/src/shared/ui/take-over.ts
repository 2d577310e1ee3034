import { takeTyped } from './early-field.tsx'

/** The `ref` of a field that an `EarlyField` stood in for: goes on from there in the same instant, as if it had been typed here. */
export const takeOver = (field: HTMLInputElement | null): void => {
  field?.focus()
  // Once the parts around the field listen to it.
  queueMicrotask(() => {
    const typed = takeTyped()
    if (!field || !typed) return
    field.setRangeText(typed, 0, 0, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  })
}
