// Runs before the first paint: the page follows the device, and nothing flashes.
;(() => {
  const light = matchMedia('(prefers-color-scheme: light)')
  const follow = () => {
    document.documentElement.dataset.theme = light.matches ? 'light' : 'dark'
  }
  light.addEventListener('change', follow)
  follow()
})()
