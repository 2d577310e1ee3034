import { consumeTypedText } from './search-field-placeholder.tsx'

/** `ref` of a field that replaces an `SearchFieldPlaceholder`: takes over its focus and typed text. */
export const restoreFocusAndText = (field: HTMLInputElement | null): void => {
  field?.focus()
  // Waits until the components around the field listen to its input.
  queueMicrotask(() => {
    const typed = consumeTypedText()
    if (!field || !typed) return
    field.setRangeText(typed, 0, 0, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  })
}
