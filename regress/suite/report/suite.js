const filter = document.getElementById('filter');
function show(outcome) {
  for (const button of filter.children)
    button.setAttribute('aria-pressed', button.value === outcome);
  for (const element of document.querySelectorAll('[data-outcome]'))
    element.hidden = outcome !== '' && element.dataset.outcome !== outcome;
  for (const section of document.querySelectorAll('.failures'))
    section.hidden = !section.querySelector('.card:not([hidden])');
}
function reveal() {
  const target = document.getElementById(location.hash.slice(1));
  if (target && target.hidden) { show(''); target.scrollIntoView(); }
}
function step(event) {
  const link = event.target.closest('.card nav a');
  if (!link) return;
  const way = link.rel === 'next' ? 'nextElementSibling' : 'previousElementSibling';
  let card = link.closest('.card')[way];
  while (card && card.hidden) card = card[way];
  event.preventDefault();
  if (card) location.hash = card.id;
}
filter.hidden = false;
filter.addEventListener('click', event => event.target.value !== undefined &&
                                          show(event.target.value));
document.addEventListener('click', step);
addEventListener('hashchange', reveal);
