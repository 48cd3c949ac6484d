// Generated from spec/ by `npm run generate`. Do not edit.
import { appendErrors, keepError } from '../bounded-errors.ts';
export const defaultProblem = "matched-template-not-found";
"use strict";
export const validate = validate21;
const schema32 = {"type":"object","x-problem-default":"matched-template-not-found","properties":{"offset":{"type":"integer","format":"int32","minimum":0,"maximum":2147483647},"limit":{"type":"integer","format":"int32","minimum":1,"maximum":1000}},"additionalProperties":true};

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
if(data.offset !== undefined){
let data0 = data.offset;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/offset",keyword:"type",params:{type: "integer"},parentSchema:schema32.properties.offset,data:data0};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 2147483647 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/offset",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},parentSchema:schema32.properties.offset,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
if(data0 < 0 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/offset",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema32.properties.offset,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
}
}
if(data.limit !== undefined){
let data1 = data.limit;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/limit",keyword:"type",params:{type: "integer"},parentSchema:schema32.properties.limit,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 1000 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/limit",keyword:"maximum",params:{comparison: "<=", limit: 1000},parentSchema:schema32.properties.limit,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
if(data1 < 1 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/limit",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema32.properties.limit,data:data1};
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
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err6];
}
else {
keepError(vErrors, err6);
}
errors = vErrors.length;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

