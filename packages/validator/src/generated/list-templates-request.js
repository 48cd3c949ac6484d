// Generated from spec/ by `npm run generate`. Do not edit.
import { appendErrors, keepError } from '../bounded-errors.ts';
export const defaultProblem = "matched-template-not-found";
"use strict";
export const validate = validate21;
const schema32 = {"type":"object","x-problem-default":"matched-template-not-found","required":["subjectId"],"properties":{"subjectId":{"type":"integer","format":"int32","minimum":0,"maximum":2147483647},"matcherTypes":{"type":"array","maxItems":100,"items":{"$ref":"#/$defs/TemplateType"}}},"additionalProperties":true};
const schema33 = {"type":"string"};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.subjectId === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "subjectId"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
if(data.subjectId !== undefined){
let data0 = data.subjectId;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/subjectId",keyword:"type",params:{type: "integer"},parentSchema:schema32.properties.subjectId,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 2147483647 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/subjectId",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},parentSchema:schema32.properties.subjectId,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/subjectId",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema32.properties.subjectId,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
}
}
if(data.matcherTypes !== undefined){
let data1 = data.matcherTypes;
if(Array.isArray(data1)){
if(data1.length > 100){
const err4 = {instancePath:instancePath+"/matcherTypes",keyword:"maxItems",params:{limit: 100},parentSchema:schema32.properties.matcherTypes,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 !== "string"){
const err5 = {instancePath:instancePath+"/matcherTypes/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema33,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
keepError(vErrors, err5);
}
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath:instancePath+"/matcherTypes",keyword:"type",params:{type: "array"},parentSchema:schema32.properties.matcherTypes,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
keepError(vErrors, err6);
}
errors = vErrors.length;
}
}
}
else {
const err7 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err7];
}
else {
keepError(vErrors, err7);
}
errors = vErrors.length;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

