import { consumeTypedText } from './search-field-placeholder.tsx'

/** Ref callback for a field that replaces a `SearchFieldPlaceholder`. Focuses the field and inserts the text typed into the placeholder. */
export const restoreFocusAndText = (field: HTMLInputElement | null): void => {
  field?.focus()
  // Waits until the surrounding components have added their input listeners.
  queueMicrotask(() => {
    const typedText = consumeTypedText()
    if (!field || !typedText) return
    field.setRangeText(typedText, 0, 0, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  })
}
