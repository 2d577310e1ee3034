// Runs before the first paint, so that nobody sees the other theme flash. The panel's own code takes over from here.
;(function () {
  var choice = 'dark'
  try {
    choice = JSON.parse(localStorage.getItem('preferences')).state.theme || choice
  } catch (_) {}
  var system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  document.documentElement.dataset.theme = choice === 'system' ? system : choice

  // A panel that cannot start (a missing variable, a script that did not arrive) says so instead of starting for ever.
  addEventListener(
    'error',
    function (event) {
      var waiting = document.getElementById('starting')
      if (waiting) waiting.textContent = event.message || 'Não foi possível carregar o aplicativo. Recarregue a página.'
    },
    true,
  )
})()
