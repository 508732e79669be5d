// All values of the contract in one place: the npm package shares this one file between its library and
// its command line.
export { wasmBytes } from './bytes';
export { checkColumns, checkInputs, checkLanguage } from './calls';
export { startEngine } from './engine';
export { TailwalkError } from './failure';
export { SCHEMA } from './report';
