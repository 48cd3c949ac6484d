// Generated from spec/ by `npm run generate`. Do not edit.
import { appendErrors, keepError } from '../bounded-errors.ts';
import { codePointLength } from '../code-point-length.ts';
export const defaultProblem = "matched-template-not-found";
"use strict";
export const validate = validate21;
const schema32 = {"type":"object","x-problem-default":"matched-template-not-found","required":["statusCallbackUrl"],"properties":{"statusCallbackUrl":{"type":"string","maxLength":500,"pattern":"^https?://(?:[\\u0020-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$","x-problem":{"maxLength":"callback-url-not-valid","pattern":{"code":"callback-url-not-valid","detail":"/statusCallbackUrl: must be an HTTPS URL"}}},"subjectId":{"type":["integer","null"],"minimum":0,"maximum":2147483647,"x-problem":{"minimum":"matched-template-not-found","maximum":"matched-template-not-found"}},"inMessageCallbackUrl":{"type":["string","null"],"maxLength":500,"pattern":"^https?://(?:[\\u0020-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$","x-problem":{"maxLength":"callback-url-not-valid","pattern":{"code":"callback-url-not-valid","detail":"/inMessageCallbackUrl: must be an HTTPS URL"}}},"messageMatcherCallbackUrl":{"type":["string","null"],"maxLength":500,"pattern":"^https?://(?:[\\u0020-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$","x-problem":{"maxLength":"callback-url-not-valid","pattern":{"code":"callback-url-not-valid","detail":"/messageMatcherCallbackUrl: must be an HTTPS URL"}}}},"additionalProperties":true,"x-problem":{"required":{"statusCallbackUrl":"matched-template-not-found"}}};
const func1 = codePointLength;
const pattern4 = new RegExp("^https?://(?:[\\u0020-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$", "u");

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
if(data.statusCallbackUrl === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "statusCallbackUrl"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
if(data.statusCallbackUrl !== undefined){
let data0 = data.statusCallbackUrl;
if(typeof data0 === "string"){
if(func1(data0) > 500){
const err1 = {instancePath:instancePath+"/statusCallbackUrl",keyword:"maxLength",params:{limit: 500},parentSchema:schema32.properties.statusCallbackUrl,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/statusCallbackUrl",keyword:"pattern",params:{pattern: "^https?://(?:[\\u0020-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$"},parentSchema:schema32.properties.statusCallbackUrl,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
}
else {
const err3 = {instancePath:instancePath+"/statusCallbackUrl",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.statusCallbackUrl,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
}
if(data.subjectId !== undefined){
let data1 = data.subjectId;
if((!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))) && (data1 !== null)){
const err4 = {instancePath:instancePath+"/subjectId",keyword:"type",params:{type: schema32.properties.subjectId.type},parentSchema:schema32.properties.subjectId,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/subjectId",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},parentSchema:schema32.properties.subjectId,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
keepError(vErrors, err5);
}
errors = vErrors.length;
}
if(data1 < 0 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/subjectId",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema32.properties.subjectId,data:data1};
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
if(data.inMessageCallbackUrl !== undefined){
let data2 = data.inMessageCallbackUrl;
if((typeof data2 !== "string") && (data2 !== null)){
const err7 = {instancePath:instancePath+"/inMessageCallbackUrl",keyword:"type",params:{type: schema32.properties.inMessageCallbackUrl.type},parentSchema:schema32.properties.inMessageCallbackUrl,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
keepError(vErrors, err7);
}
errors = vErrors.length;
}
if(typeof data2 === "string"){
if(func1(data2) > 500){
const err8 = {instancePath:instancePath+"/inMessageCallbackUrl",keyword:"maxLength",params:{limit: 500},parentSchema:schema32.properties.inMessageCallbackUrl,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
keepError(vErrors, err8);
}
errors = vErrors.length;
}
if(!pattern4.test(data2)){
const err9 = {instancePath:instancePath+"/inMessageCallbackUrl",keyword:"pattern",params:{pattern: "^https?://(?:[\\u0020-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$"},parentSchema:schema32.properties.inMessageCallbackUrl,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
keepError(vErrors, err9);
}
errors = vErrors.length;
}
}
}
if(data.messageMatcherCallbackUrl !== undefined){
let data3 = data.messageMatcherCallbackUrl;
if((typeof data3 !== "string") && (data3 !== null)){
const err10 = {instancePath:instancePath+"/messageMatcherCallbackUrl",keyword:"type",params:{type: schema32.properties.messageMatcherCallbackUrl.type},parentSchema:schema32.properties.messageMatcherCallbackUrl,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
keepError(vErrors, err10);
}
errors = vErrors.length;
}
if(typeof data3 === "string"){
if(func1(data3) > 500){
const err11 = {instancePath:instancePath+"/messageMatcherCallbackUrl",keyword:"maxLength",params:{limit: 500},parentSchema:schema32.properties.messageMatcherCallbackUrl,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
keepError(vErrors, err11);
}
errors = vErrors.length;
}
if(!pattern4.test(data3)){
const err12 = {instancePath:instancePath+"/messageMatcherCallbackUrl",keyword:"pattern",params:{pattern: "^https?://(?:[\\u0020-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$"},parentSchema:schema32.properties.messageMatcherCallbackUrl,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
keepError(vErrors, err12);
}
errors = vErrors.length;
}
}
}
}
else {
const err13 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err13];
}
else {
keepError(vErrors, err13);
}
errors = vErrors.length;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

